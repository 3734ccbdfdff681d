// The colours of saved pictures: as attributes, because a picture outside of the page has no style sheet.

export interface Colours {
  readonly ground: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly series: readonly string[];
  readonly ramp: readonly string[];
}

/** The values of the light theme in tokens.css and pages.css; the unit tests compare them. */
export function savedColours(): Colours {
  return {
    ground: "#ffffff",
    ink: "#1e1c19",
    muted: "#655f57",
    line: "#e5e1d9",
    series: ["#0d655a", "#5a3700", "#5886f2", "#df63a4", "#9c721c", "#783eac"],
    ramp: ["#dff1ee", "#bce1d9", "#93cbc0", "#69b1a5", "#449387", "#257569", "#0f5950"],
  };
}
