//! TABLE. Collectors: the ways in which a survey receives responses. Heading "Operations named in the usage flows".

use super::query::{Paging, SortOrder};
use crate::spec::resources::collectors::{Collector, CollectorNew, CollectorPatch, CollectorRef, RecipientStats};
use crate::spec::types::{Commas, Date, List};

choices! {
    /// Sort keys of collectors.
    CollectorSort { Id "id", DateModified "date_modified", Type "type", Status "status", Name "name" }
    /// Extra fields of a collector in a list.
    CollectorInclude {
        Type "type",
        Status "status",
        ResponseCount "response_count",
        DateCreated "date_created",
        DateModified "date_modified",
        Url "url",
    }
}

queries! {
    /// Filter, order and extra fields of a list of collectors.
    CollectorList {
        /// Only collectors whose name contains this text.
        name: Option<String>,
        /// Only collectors created after this date.
        start_date: Option<Date>,
        /// Only collectors created before this date.
        end_date: Option<Date>,
        /// Extra fields of each collector.
        include: Option<Commas<CollectorInclude>>,
        /// What to sort by; `id` if not given, which is our choice.
        sort_by: Option<CollectorSort>,
        /// Direction; ascending if not given, which is our choice.
        sort_order: Option<SortOrder>,
    }
}

macro_rules! collectors {
    ($then:ident) => { $then! {
        /// Lists the collectors of a survey.
        GET "/v3/surveys/{survey_id}/collectors" ListCollectors(survey_id) as "surveys.collectors.list"
            query(Paging, CollectorList) needs(CollectorsRead) -> 200 List<CollectorRef>;
        /// Creates a collector of a survey, or copies one. The status 201 is our choice.
        POST "/v3/surveys/{survey_id}/collectors" CreateCollector(survey_id) as "surveys.collectors.create"
            body(CollectorNew) needs(CollectorsWrite) -> 201 Collector;
        /// Returns a collector.
        GET "/v3/collectors/{collector_id}" GetCollector(collector_id) as "collectors.get"
            needs(CollectorsRead) -> 200 Collector;
        /// Changes settings of a collector, or opens or closes it.
        PATCH "/v3/collectors/{collector_id}" UpdateCollector(collector_id) as "collectors.update"
            body(CollectorPatch) needs(CollectorsWrite) -> 200 Collector;
        /// Replaces the settings of a collector; absent ones are reset to their defaults.
        PUT "/v3/collectors/{collector_id}" ReplaceCollector(collector_id) as "collectors.replace"
            body(CollectorPatch) needs(CollectorsWrite) -> 200 Collector;
        /// Deletes a collector with its messages, recipients and responses. If it has responses, the privilege
        /// `analyze.full_access` is needed too, as to delete the responses alone. That it is returned is our choice. A
        /// call that ends early leaves a closed collector: call again.
        DELETE "/v3/collectors/{collector_id}" DeleteCollector(collector_id) as "collectors.delete"
            needs(CollectorsWrite) -> 200 Collector;
        /// Counts the recipients of a collector by their progress. The scope is our choice.
        GET "/v3/collectors/{collector_id}/stats" GetCollectorStats(collector_id) as "collectors.stats"
            needs(CollectorsRead) -> 200 RecipientStats;
    } };
}
collectors!(endpoints);
