import { answer } from "./src/server.js";

export default { fetch: ({ url }) => answer(url) };
