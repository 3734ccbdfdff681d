// The newest versions of the databases in a data folder, written by `tests/generated.rs`.

/** Of teams, apps, the directory and the reviews. */
export const DATA_VERSIONS = [10, 3, 4, 3];
