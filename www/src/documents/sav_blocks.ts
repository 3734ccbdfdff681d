// The data of an SPSS file in blocks that are compressed by zlib, with a header before and a table of the blocks after
// them.

import { Bytes } from "./sav_bytes.js";

/** Bytes of each block but the last one, before it is compressed. */
export const ZBLOCK = 0x3f_f000;
const HEADER = 24;
const BIAS = -100;

/**
 * The file of a dictionary and of blocks. The header has the place of the table, so that all blocks are compressed
 * before it.
 */
export async function* zipped(dictionary: Uint8Array, blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const sizes: number[] = [];
  const files: Uint8Array[] = [];
  for await (const block of blocks) {
    sizes.push(block.length);
    files.push(await deflated(block));
  }
  const start = dictionary.length;
  const end = files.reduce((sum, { length }) => sum + length, start + HEADER);
  const header = new Bytes();
  header.longs(start, end, 24 + 24 * files.length);
  const table = new Bytes();
  table.longs(BIAS, 0);
  table.integers(ZBLOCK, files.length);
  let [from, at] = [start, start + HEADER];
  files.forEach(({ length }, n) => {
    table.longs(from, at);
    table.integers(sizes[n]!, length);
    from += sizes[n]!;
    at += length;
  });
  yield dictionary;
  yield header.take();
  yield* files;
  yield table.take();
}

/**
 * The block as zlib writes it. The browser has a thread for it; the library of workbooks would block that of the page.
 */
async function deflated(block: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([block as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
