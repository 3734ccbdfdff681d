// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

/** The scope that each operation needs, by noun; `never` where it needs none. */
export interface Needs {
  readonly users: {
    readonly me: "users_read";
    readonly workgroups: {
      readonly list: "workgroups_read";
    };
    readonly shared: {
      readonly list: "workgroups_shares_read";
    };
  };
  readonly groups: {
    readonly list: "groups_read";
    readonly get: "groups_read";
    readonly activities: {
      readonly list: "groups_read";
      readonly get: "groups_read";
    };
    readonly members: {
      readonly list: "groups_read";
      readonly get: "groups_read";
      readonly update: "groups_write";
    };
  };
  readonly workgroups: {
    readonly list: "workgroups_read";
    readonly create: "workgroups_write";
    readonly get: "workgroups_read";
    readonly update: "workgroups_write";
    readonly delete: "workgroups_write";
    readonly members: {
      readonly list: "workgroups_members_read";
      readonly create: "workgroups_members_write";
      readonly bulk: "workgroups_members_write";
      readonly get: "workgroups_members_read";
      readonly update: "workgroups_members_write";
      readonly delete: "workgroups_members_write";
    };
    readonly shares: {
      readonly list: "workgroups_shares_read";
      readonly create: "workgroups_shares_write";
      readonly bulk: "workgroups_shares_write";
      readonly get: "workgroups_shares_read";
      readonly delete: "workgroups_shares_write";
    };
  };
  readonly roles: {
    readonly list: "roles_read";
  };
  readonly organizations: {
    readonly list: never;
  };
  readonly surveys: {
    readonly list: "surveys_read";
    readonly create: "surveys_write";
    readonly get: "surveys_read";
    readonly update: "surveys_write";
    readonly replace: "surveys_write";
    readonly delete: "surveys_write";
    readonly details: "surveys_read";
    readonly pages: {
      readonly list: "surveys_read";
      readonly create: "surveys_write";
      readonly get: "surveys_read";
      readonly update: "surveys_write";
      readonly replace: "surveys_write";
      readonly delete: "surveys_write";
      readonly questions: {
        readonly list: "surveys_read";
        readonly create: "surveys_write";
        readonly get: "surveys_read";
        readonly update: "surveys_write";
        readonly replace: "surveys_write";
        readonly delete: "surveys_write";
        readonly benchmark: never;
        readonly rollups: "responses_read_detail";
        readonly trends: "responses_read_detail";
      };
      readonly rollups: "responses_read_detail";
      readonly trends: "responses_read_detail";
    };
    readonly languages: {
      readonly list: "surveys_read";
      readonly get: "surveys_read";
      readonly create: "surveys_write";
      readonly update: "surveys_write";
      readonly delete: "surveys_write";
    };
    readonly collectors: {
      readonly list: "collectors_read";
      readonly create: "collectors_write";
    };
    readonly responses: {
      readonly list: "responses_read";
      readonly bulk: "responses_read_detail";
      readonly get: "responses_read";
      readonly details: "responses_read_detail";
      readonly update: "responses_write";
      readonly replace: "responses_write";
      readonly delete: "responses_write";
    };
    readonly rollups: "responses_read_detail";
    readonly trends: "responses_read_detail";
  };
  readonly survey_categories: {
    readonly list: "library_read";
  };
  readonly survey_templates: {
    readonly list: "library_read";
  };
  readonly team_survey_templates: {
    readonly list: "library_read";
  };
  readonly survey_languages: {
    readonly list: never;
  };
  readonly question_bank: {
    readonly questions: {
      readonly list: never;
    };
  };
  readonly survey_folders: {
    readonly list: "surveys_read";
    readonly create: "surveys_write";
    readonly get: "surveys_read";
    readonly update: "surveys_write";
    readonly delete: "surveys_write";
  };
  readonly benchmark_bundles: {
    readonly list: never;
    readonly get: never;
    readonly analyze: never;
  };
  readonly collectors: {
    readonly get: "collectors_read";
    readonly update: "collectors_write";
    readonly replace: "collectors_write";
    readonly delete: "collectors_write";
    readonly stats: "collectors_read";
    readonly messages: {
      readonly list: "collectors_read";
      readonly create: "collectors_write";
      readonly get: "collectors_read";
      readonly update: "collectors_write";
      readonly replace: "collectors_write";
      readonly delete: "collectors_write";
      readonly send: "collectors_write";
      readonly stats: "collectors_read";
      readonly recipients: {
        readonly list: "collectors_read";
        readonly create: "collectors_write";
        readonly bulk: "collectors_write";
      };
    };
    readonly recipients: {
      readonly list: "collectors_read";
      readonly get: "collectors_read";
      readonly delete: "collectors_write";
    };
    readonly responses: {
      readonly list: "responses_read";
      readonly create: "responses_write";
      readonly clear: "responses_write";
      readonly bulk: "responses_read_detail";
      readonly get: "responses_read";
      readonly details: "responses_read_detail";
      readonly update: "responses_write";
      readonly replace: "responses_write";
      readonly delete: "responses_write";
    };
  };
  readonly contact_lists: {
    readonly list: "contacts_read";
    readonly create: "contacts_write";
    readonly get: "contacts_read";
    readonly update: "contacts_write";
    readonly replace: "contacts_write";
    readonly delete: "contacts_write";
    readonly copy: "contacts_write";
    readonly merge: "contacts_write";
    readonly contacts: {
      readonly list: "contacts_read";
      readonly create: "contacts_write";
      readonly bulk: "contacts_read";
      readonly create_bulk: "contacts_write";
    };
  };
  readonly contacts: {
    readonly list: "contacts_read";
    readonly create: "contacts_write";
    readonly bulk: "contacts_read";
    readonly create_bulk: "contacts_write";
    readonly get: "contacts_read";
    readonly update: "contacts_write";
    readonly replace: "contacts_write";
    readonly delete: "contacts_write";
  };
  readonly contact_fields: {
    readonly list: "contacts_read";
    readonly get: "contacts_read";
    readonly update: "contacts_write";
  };
  readonly responses: {
    readonly get: "responses_read";
  };
  readonly webhooks: {
    readonly list: "webhooks_read";
    readonly create: "webhooks_write";
    readonly get: "webhooks_read";
    readonly update: "webhooks_write";
    readonly replace: "webhooks_write";
    readonly delete: "webhooks_write";
  };
  readonly errors: {
    readonly list: never;
    readonly get: never;
  };
}
