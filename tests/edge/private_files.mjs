// The private file system of a browser, in memory.

/**
 * A file system whose operations `fail` as a test says: the name of the error, by the operation and the name of the
 * file.
 */
export class PrivateFiles {
  fail = () => undefined;
  /** A full disk takes no byte and raises no error. */
  isFull = false;
  root = new Folder(this);

  /** Makes it the one of this program. */
  install() {
    Object.defineProperty(globalThis, "navigator", { value: { storage: { getDirectory: async () => this.root } }, configurable: true });
  }

  /** The folder of the only survey that is kept, and its path. */
  get survey() {
    const walk = (folder) => [...folder.entries.values()].filter((entry) => entry instanceof Folder).map(walk)[0] ?? folder;
    return walk(this.root).entries;
  }

  get names() {
    return [...this.survey.keys()].sort();
  }

  check(operation, name) {
    const error = this.fail(operation, name);
    if (error !== undefined) throw new DOMException(`${operation} ${name}`, error);
  }
}

class Folder {
  entries = new Map();
  #files;

  constructor(files) {
    this.#files = files;
  }

  async #open(name, create, make) {
    if (!this.entries.has(name) && !create) throw new DOMException(name, "NotFoundError");
    if (!this.entries.has(name)) this.entries.set(name, make());
    return this.entries.get(name);
  }

  getDirectoryHandle(name, { create = false } = {}) {
    return this.#open(name, create, () => new Folder(this.#files));
  }

  getFileHandle(name, { create = false } = {}) {
    return this.#open(name, create, () => new File(this.#files, name));
  }

  async removeEntry(name) {
    this.#files.check("remove", name);
    if (!this.entries.delete(name)) throw new DOMException(name, "NotFoundError");
  }

  async *keys() {
    yield* [...this.entries.keys()];
  }
}

class File {
  bytes = new Uint8Array();
  #files;
  #name;

  constructor(files, name) {
    this.#files = files;
    this.#name = name;
  }

  async getFile() {
    this.#files.check("read", this.#name);
    return new Blob([this.bytes]);
  }

  async createSyncAccessHandle() {
    this.#files.check("write", this.#name);
    return {
      truncate: (size) => void (this.bytes = this.bytes.slice(0, size)),
      write: (bytes, { at }) => {
        if (this.#files.isFull) return 0;
        const before = this.bytes;
        this.bytes = new Uint8Array(Math.max(before.length, at + bytes.length));
        this.bytes.set(before);
        this.bytes.set(bytes, at);
        return bytes.length;
      },
      flush() {},
      close() {},
    };
  }
}
