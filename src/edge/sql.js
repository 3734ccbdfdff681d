// Statements of the platform's SQLite. A statement's text crosses to JavaScript once, and a result crosses as one
// buffer: a call for every cell would cost more than the statement.

const encoder = new TextEncoder();

/** The texts of statements by number. */
const statements = [];

/** What all statements since the start of the isolate have cost. */
const cost = { statements: 0, rowsRead: 0, rowsWritten: 0 };

/** Stores the text of a statement. Returns its number. */
export function addStatement(text) {
  return statements.push(text) - 1;
}

/** Forgets all statements. */
export function clearStatements() {
  statements.length = 0;
}

/** The cost so far: statements, rows read, rows written. */
export function costSoFar() {
  return [cost.statements, cost.rowsRead, cost.rowsWritten];
}

/**
 * Runs a statement. Returns the cells of all rows, their number, the number of rows that were written, and, if asked
 * for, the names of the columns. A cell is two numbers: 0 for null, 1 and a number, 2 and the length of a text, or 3
 * and the bytes of a blob, which is a text that SQLite cast. All texts follow the numbers, one after the other, and
 * then all blobs.
 */
export function runStatement(sql, number, values, wantsColumns) {
  const cursor = sql.exec(statements[number], ...values);
  const cells = [];
  const blobs = [];
  let texts = "";
  for (const row of cursor.raw()) {
    for (const cell of row) {
      if (typeof cell === "string") {
        cells.push(2, cell.length);
        texts += cell;
      } else if (typeof cell === "number") {
        cells.push(1, cell);
      } else if (cell instanceof ArrayBuffer) {
        cells.push(3, cell.byteLength);
        blobs.push(cell);
      } else {
        cells.push(0, 0);
      }
    }
  }
  const written = cursor.rowsWritten;
  cost.statements += 1;
  cost.rowsRead += cursor.rowsRead;
  cost.rowsWritten += written;
  return [pack(cells, texts, blobs), cells.length / 2, written, wantsColumns ? cursor.columnNames : undefined];
}

/** Numbers, texts and blobs as one buffer. */
function pack(cells, texts, blobs) {
  if (cells.length === 0) return undefined;
  const bytes = encoder.encode(texts);
  let at = cells.length * Float64Array.BYTES_PER_ELEMENT;
  const packed = new Uint8Array(blobs.reduce((sum, blob) => sum + blob.byteLength, at + bytes.length));
  new Float64Array(packed.buffer, 0, cells.length).set(cells);
  packed.set(bytes, at);
  at += bytes.length;
  for (const blob of blobs) {
    packed.set(new Uint8Array(blob), at);
    at += blob.byteLength;
  }
  return packed;
}
