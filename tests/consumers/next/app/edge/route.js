import { answer } from "../../src/server.js";

export const runtime = "edge";
export const dynamic = "force-dynamic";
export const GET = ({ url }) => answer(url);
