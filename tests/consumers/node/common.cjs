// CommonJS gets the package by `import()`.

import("@canvass/sdk").then(async ({ createCanvass }) => {
  const { report } = await import("./src/report.js");
  const { token, access_url } = Object.fromEntries(new URL(process.argv[2]).searchParams);
  process.stdout.write(JSON.stringify(await report(createCanvass({ token, access_url }))));
});
