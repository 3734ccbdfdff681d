// What a component writes with the hooks, and what a test writes with the testing entry: both compile as they stand.

import { createCanvass, isCanvassError } from "@canvass/sdk";
import { infiniteQueryOptions, mutationOptions, queryOptions } from "@canvass/sdk/query";
import { useCanvass, useList, useMutation, useOperation, useQuota, useSession, useSuspenseOperation } from "@canvass/sdk/react";
import { type World, startCanvass } from "@canvass/sdk/testing";

const canvass = createCanvass();

export function title(survey_id: string | undefined): string {
  const { status, data, error } = useOperation(canvass.surveys.get, survey_id !== undefined && { survey_id });
  if (status === "ready") return data.title;
  if (status === "failed" && isCanvassError(error) && error.kind === "rate_limited") return `until ${error.remedy.until}`;
  return status;
}

export function titles(): readonly string[] {
  const { items, hasMore, loadMore, total } = useList(canvass.surveys.list, { per_page: 10 }, { background: true });
  if (hasMore && total !== undefined) void loadMore();
  return items.map((survey) => survey.title);
}

export function who(): string {
  const session = useSession(canvass);
  if (session.status === "signed_in" && session.session.signed_in) return session.session.account;
  return session.status === "failed" ? session.error.message : session.status;
}

export function me(): string {
  const { data } = useOperation(canvass.users.me);
  return data?.email ?? "";
}

export function rename(survey_id: string): string {
  const { status, data, error, mutate, mutateAsync } = useMutation(canvass.surveys.update, {
    onSuccess: (survey, args) => void [survey.title.length, args.survey_id],
  });
  mutate({ survey_id, title: "A title" });
  const renamed: Promise<{ readonly title: string }> = mutateAsync({ survey_id, title: "A title" });
  void renamed;
  // @ts-expect-error: a write needs its arguments
  mutate();
  if (status === "failed") return error.message;
  return status === "ready" ? data.title : status;
}

export function suspended(survey_id: string): string {
  return useSuspenseOperation(canvass.surveys.get, { survey_id }).data.title;
}

export function keyed(survey_id: string): string | undefined {
  return useOperation(() => canvass.surveys.get({ survey_id }), undefined, { key: ["survey", survey_id], keepPreviousData: true }).data?.title;
}

export function provided(): number | undefined {
  void useCanvass<"surveys_read">().surveys.list;
  // @ts-expect-error: the app does not request the scope
  void useOperation(useCanvass<"surveys_read">().users.me);
  return useQuota()?.minute.remaining;
}

export async function queried(signal: AbortSignal): Promise<string | undefined> {
  const { title } = await queryOptions(canvass.surveys.get, { survey_id: "1" }).queryFn({ signal });
  const { initialPageParam, queryFn } = infiniteQueryOptions(canvass.surveys.list);
  const { data, checkpoint } = await queryFn({ signal, pageParam: initialPageParam });
  await mutationOptions(canvass.surveys.update).mutationFn({ survey_id: "1", title });
  return checkpoint ?? data[0]?.title;
}

// @ts-expect-error: a suspended component needs its arguments
export const withheld = () => useSuspenseOperation(canvass.surveys.get, false);
// @ts-expect-error: the operation needs its argument
export const missing = () => useOperation(canvass.surveys.get);
// @ts-expect-error: an argument that the operation does not have is refused
export const unknown = () => useOperation(canvass.surveys.get, { survey_id: "1", surveyId: "1" });
// @ts-expect-error: what answers with one value is no list
export const one = () => useList(canvass.surveys.get, { survey_id: "1" });
// @ts-expect-error: before there is an answer there is no data
export const early = (): string => useOperation(canvass.users.me).data.email;

export async function tested(): Promise<number> {
  const world: World = await startCanvass({ site: "dist", reviewers: ["a@b.example"] });
  await world.faults.add({ operation: "surveys.list", error: 1040, count: 1 });
  const until: Date = await world.clock.advance("90d");
  const { header } = await world.signIn("owner", { scopes: ["surveys_read"] });
  // @ts-expect-error: a scope is one of the table's
  await world.signIn("owner", { scopes: ["survey_read"] });
  const { total } = await world.client("owner").surveys.list();
  await world.stop();
  return total + header.length + until.getTime();
}
