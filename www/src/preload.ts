// Begins to load the modules of the address's screen while those of the frame arrive. They would be found one import
// after the other, each a round of requests later. This script is alone in its file, so that it runs first.

/** The modules of the results' screen, which the build knows. */
declare const RESULTS: readonly string[];

if (/^#\/surveys\/[^/?]+\/results/.test(location.hash)) {
  for (const href of RESULTS) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}
