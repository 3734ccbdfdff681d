import { answer } from "../../who.mjs";

export const runtime = "edge";
export const dynamic = "force-dynamic";
export const GET = answer;
