// Saves what is on the screen as files: texts, pictures of charts, and the responses in view.

import type { Measure } from "./url_state.ts";
import { fileName } from "../text.ts";
import type { Figure } from "./models/figure.ts";
import { savedColours } from "./colours.ts";
import type { PictureCaption } from "./picture.ts";

const TYPES = { csv: "text/csv", svg: "image/svg+xml", png: "image/png", json: "application/json" } as const;

/** Offers a blob as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own reference once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function saveText(text: string, name: string, kind: keyof typeof TYPES): void {
  saveBlob(new Blob([text], { type: TYPES[kind] }), fileName(name, kind));
}

/** Saves a figure as a picture. A picture has the colours of the light theme: it goes on paper and slides. */
export async function savePicture(figure: Figure, measure: Measure, caption: PictureCaption, format: "svg" | "png"): Promise<void> {
  const { pictureOf } = await import("./picture.ts");
  const { svg, width, height } = pictureOf(figure, measure, savedColours(), caption);
  if (format === "svg") return saveText(svg, figure.title, "svg");
  saveBlob(await rasterised(svg, width, height), fileName(figure.title, "png"));
}

/** Pixels for each unit of a picture: enough for print at a third of a page. */
const DENSITY = 3;

async function rasterised(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * DENSITY, height * DENSITY];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png"));
}
