// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

import type { CollectorId, DateText, EventType, Id, IdOf, RecipientId, ResponseId, SurveyId, UserId, WebhookObjectType } from "./types.js";

/** Header of a delivery: the client id of the app. */
export const API_KEY_HEADER = "sm-apikey";

/** Header of a delivery: its signature. */
export const SIGNATURE_HEADER = "sm-signature";

/** Seconds from the first attempt of a delivery to the last one. */
export const LAST_ATTEMPT = 138960;

/** Ids of the resources related to an event. */
export interface DeliveryResources {
  /** Id of the response. */
  readonly respondent_id?: ResponseId;
  /** Id of the invited recipient. */
  readonly recipient_id?: RecipientId;
  /** Id of the collector. */
  readonly collector_id?: CollectorId;
  /** Id of the survey. */
  readonly survey_id?: SurveyId;
  /** Id of the survey's owner. */
  readonly user_id?: UserId;
}

/** The delivery to a webhook. */
export interface Delivery<E extends EventType, O extends string, F extends WebhookObjectType> {
  /** Name of the webhook. */
  readonly name: string;
  /** Id of the event. */
  readonly event_id: Id;
  /** The event. */
  readonly event_type: E;
  /** Time of the event, with microseconds and offset. */
  readonly event_datetime: DateText;
  /** Type of the object `filter_id`; absent for `survey_created`, which is our choice. */
  readonly filter_type?: F;
  /**
   * The one of the webhook's `object_ids` that matched the event; absent for `survey_created`, which is our
   * choice.
   */
  readonly filter_id?: IdOf<F>;
  /** Type of the object `object_id`. */
  readonly object_type: O;
  /** Id of the object. It can be fetched immediately. */
  readonly object_id: IdOf<O>;
  /** Ids of the related resources. */
  readonly resources: DeliveryResources;
}

/**
 * What happened, told apart by `event_type`. The service may add events that are not listed here: they come
 * through as they are, so that a `switch` needs a `default` that does nothing.
 */
export type WebhookEvent =
  | Delivery<"response_completed", "response", "survey" | "collector">
  | Delivery<"response_updated", "response", "survey" | "collector">
  | Delivery<"response_disqualified", "response", "survey" | "collector">
  | Delivery<"response_created", "response", "survey" | "collector">
  | Delivery<"response_deleted", "response", "survey" | "collector">
  | Delivery<"response_overquota", "response", "survey" | "collector">
  | Delivery<"collector_created", "collector", "survey">
  | Delivery<"collector_updated", "collector", "survey" | "collector">
  | Delivery<"collector_deleted", "collector", "survey" | "collector">
  | Delivery<"survey_created", "survey", never>
  | Delivery<"survey_updated", "survey", "survey">
  | Delivery<"survey_deleted", "survey", "survey">
  | Delivery<"app_installed", "app", never>
  | Delivery<"app_uninstalled", "app", never>;
