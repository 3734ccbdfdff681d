// CommonJS gets the package by `require` where Node.js takes modules so.

const { createCanvass } = require("@canvass/sdk");
const { report } = require("./src/report.js");
const { token, access_url } = Object.fromEntries(new URL(process.argv[2]).searchParams);
report(createCanvass({ token, access_url })).then((made) => process.stdout.write(JSON.stringify(made)));
