//! The alarm of an actor's object: it is set for the actor's next job, and runs the jobs that are due.

use super::config::service_of;
use super::database::ActorDatabase;
use super::objects::ActorObject;
use super::task_runner;
use crate::edge::sandbox::active_requests;
use crate::edge::stub;
use crate::edge::{NOT_CONFIGURED, load_config, log_error, now};
use crate::service::Service;
use crate::service::actor::protocol::ActorId;
use crate::wire::dates::{DAY, MINUTE};
use std::rc::Rc;
use worker::js_sys::Promise;
use worker::wasm_bindgen::JsValue;

/// Days after which an alarm is due at the latest. It then looks for the next job again.
const ALARM_DAYS_MAX: i64 = 30;

impl ActorObject {
    /// Runs the alarm, as the method that the platform calls.
    pub(super) fn run_alarm(self: &Rc<ActorObject>) -> Promise {
        let object = Rc::clone(self);
        stub::run_method(async move {
            object.handle_alarm().await?;
            Ok(JsValue::UNDEFINED)
        })
    }

    /// After a message: sets the alarm if a job may have been added or removed, and returns leases that are not used.
    /// An alarm that cannot be set fails no message, because what the message wrote is stored.
    pub(super) async fn finish(self: &Rc<ActorObject>, service: &Service, actor_id: &ActorId, sql: &ActorDatabase) {
        if self.knows_jobs.get().is_none_or(|since| self.memory.has_written_jobs(since))
            && let Err(error) = self.schedule_alarm(service, actor_id, sql).await
        {
            log_error("the alarm was not set", &error);
        }
        self.return_idle_leases(actor_id);
    }

    /// Deletes the database of an obsolete actor, or sets the alarm.
    pub(super) async fn clear_or_schedule(
        &self,
        service: &Service,
        actor_id: &ActorId,
        sql: &ActorDatabase,
    ) -> worker::Result<()> {
        match service.is_obsolete(actor_id, sql).map_err(|error| error.0)? {
            true => self.clear_actor(sql).await,
            false => self.schedule_alarm(service, actor_id, sql).await,
        }
    }

    /// Sets the alarm for the actor's next job. An alarm that is too early does no harm.
    async fn schedule_alarm(&self, service: &Service, actor_id: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            return Ok(());
        }
        let since = self.memory.table_versions.last_write();
        // The platform has no alarms in distant years. The end of a month is the same for all messages of a day.
        let latest = now().floor(DAY).saturating_add(ALARM_DAYS_MAX.saturating_mul(DAY));
        let next = service.next_job_time(actor_id, sql).map_err(|error| error.0)?.map(|next| next.min(latest));
        if let Some(next) = next.filter(|next| self.alarm.get() != Some(*next)) {
            sql.set_alarm(next).await?;
            self.alarm.set(Some(next));
        }
        // After the alarm: one that was not set is tried again with the next message.
        self.knows_jobs.set(Some(since));
        Ok(())
    }

    /// Runs the jobs that are due. The platform abandons an alarm that fails too often, so this one never fails for a
    /// job.
    pub(super) async fn handle_alarm(&self) -> worker::Result<()> {
        self.alarm.set(None);
        if let Err(error) = self.run_due_jobs().await {
            log_error("alarm failed", &error);
            ActorDatabase::from_state(&self.state).set_alarm(now().saturating_add(MINUTE)).await?;
        }
        Ok(())
    }

    async fn run_due_jobs(&self) -> worker::Result<()> {
        let _active = active_requests::begin_request(&self.env).await;
        let config = load_config(&self.env).ok_or(NOT_CONFIGURED)?;
        let (service, sql) = (service_of(&config), ActorDatabase::from_state(&self.state));
        let Some(actor_id) = Service::stored_actor_id(&sql).map_err(|error| error.0)? else { return Ok(()) };
        self.open_actor(&service, &actor_id, &sql).await?;
        task_runner::run_due_tasks(&self.env, &service, &actor_id, &self.memory, &sql).await?;
        self.clear_or_schedule(&service, &actor_id, &sql).await
    }
}
