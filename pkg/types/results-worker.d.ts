/** The worker of results, which exports nothing: the option `worker` of `openResults` names its URL. */
export {};
