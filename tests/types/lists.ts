// What a reader of lists writes: it compiles under every strict option, against the declarations as published.

import { createCanvass } from "@canvass/sdk";

const canvass = createCanvass();

export async function titles(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const survey of canvass.surveys.list({ per_page: 10 })) {
    found.push(survey.title);
  }
  return found;
}

export async function region(): Promise<string> {
  const { signed_in, region } = await canvass.session();
  return signed_in ? (region ?? "us") : "nobody";
}

// @ts-expect-error: an argument that the operation does not have is refused
void canvass.surveys.list({ per_pages: 10 });
