// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

/** Each operation's number: its position in the endpoint table. */
export const operations = {
  users: {
    me: 0,
    workgroups: {
      list: 1,
    },
    shared: {
      list: 2,
    },
  },
  groups: {
    list: 3,
    get: 4,
    activities: {
      list: 5,
      get: 6,
    },
    members: {
      list: 7,
      get: 8,
      update: 9,
    },
  },
  workgroups: {
    list: 10,
    create: 11,
    get: 12,
    update: 13,
    delete: 14,
    members: {
      list: 15,
      create: 16,
      bulk: 17,
      get: 18,
      update: 19,
      delete: 20,
    },
    shares: {
      list: 21,
      create: 22,
      bulk: 23,
      get: 24,
      delete: 25,
    },
  },
  roles: {
    list: 26,
  },
  organizations: {
    list: 27,
  },
  surveys: {
    list: 28,
    create: 29,
    get: 30,
    update: 31,
    replace: 32,
    delete: 33,
    details: 34,
    pages: {
      list: 35,
      create: 36,
      get: 37,
      update: 38,
      replace: 39,
      delete: 40,
      questions: {
        list: 41,
        create: 42,
        get: 43,
        update: 44,
        replace: 45,
        delete: 46,
        benchmark: 65,
        rollups: 129,
        trends: 132,
      },
      rollups: 128,
      trends: 131,
    },
    languages: {
      list: 57,
      get: 58,
      create: 59,
      update: 60,
      delete: 61,
    },
    collectors: {
      list: 66,
      create: 67,
    },
    responses: {
      list: 110,
      bulk: 111,
      get: 112,
      details: 113,
      update: 114,
      replace: 115,
      delete: 116,
    },
    rollups: 127,
    trends: 130,
  },
  survey_categories: {
    list: 47,
  },
  survey_templates: {
    list: 48,
  },
  team_survey_templates: {
    list: 49,
  },
  survey_languages: {
    list: 50,
  },
  question_bank: {
    questions: {
      list: 51,
    },
  },
  survey_folders: {
    list: 52,
    create: 53,
    get: 54,
    update: 55,
    delete: 56,
  },
  benchmark_bundles: {
    list: 62,
    get: 63,
    analyze: 64,
  },
  collectors: {
    get: 68,
    update: 69,
    replace: 70,
    delete: 71,
    stats: 72,
    messages: {
      list: 73,
      create: 74,
      get: 75,
      update: 76,
      replace: 77,
      delete: 78,
      send: 79,
      stats: 80,
      recipients: {
        list: 81,
        create: 82,
        bulk: 83,
      },
    },
    recipients: {
      list: 84,
      get: 85,
      delete: 86,
    },
    responses: {
      list: 117,
      create: 118,
      clear: 119,
      bulk: 120,
      get: 121,
      details: 122,
      update: 123,
      replace: 124,
      delete: 125,
    },
  },
  contact_lists: {
    list: 87,
    create: 88,
    get: 89,
    update: 90,
    replace: 91,
    delete: 92,
    copy: 93,
    merge: 94,
    contacts: {
      list: 95,
      create: 96,
      bulk: 97,
      create_bulk: 98,
    },
  },
  contacts: {
    list: 99,
    create: 100,
    bulk: 101,
    create_bulk: 102,
    get: 103,
    update: 104,
    replace: 105,
    delete: 106,
  },
  contact_fields: {
    list: 107,
    get: 108,
    update: 109,
  },
  responses: {
    get: 126,
  },
  webhooks: {
    list: 133,
    create: 134,
    get: 135,
    update: 136,
    replace: 137,
    delete: 138,
  },
  errors: {
    list: 139,
    get: 140,
  },
} as const;

/** The gateway's own operations, behind those of the API. */
export const gateway = {
  configuration: 141,
  session: 142,
  token: 143,
  switch: 144,
  sign_out: 145,
  sign_out_everywhere: 146,
  respondents: 147,
  read: 148,
  write: 149,
} as const;

/** The operations that are lists. The gateway's `respondents` becomes one. */
export const lists: readonly number[] = [1, 2, 3, 7, 10, 15, 21, 26, 27, 28, 35, 41, 47, 48, 49, 50, 51, 52, 57, 62, 66, 73, 81, 84, 87, 95, 97, 99, 101, 107, 110, 111, 117, 120, 127, 128, 129, 130, 131, 132, 133, 139, gateway.respondents];
