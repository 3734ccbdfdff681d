//! A flow that a test follows message by message, and may leave between two.

use super::World;
use canvass::service::actor::protocol::{ActorReply, Message};
use canvass::service::environment::random::Random;
use canvass::wire::http::Request;

/// A flow: what its last step replied.
pub struct MessageFlow<'a> {
    world: &'a World,
    pub turn: ActorReply,
}

impl<'a> MessageFlow<'a> {
    /// A flow before its first step.
    pub fn new(world: &'a World, request: Request) -> MessageFlow<'a> {
        MessageFlow { world, turn: world.service.route_request(request, world.now()) }
    }

    /// A flow that begins with a reply.
    pub fn of(world: &'a World, turn: ActorReply) -> MessageFlow<'a> {
        MessageFlow { world, turn }
    }

    /// The same flow once more: its next message arrives twice.
    pub fn twin(&self) -> MessageFlow<'a> {
        MessageFlow { world: self.world, turn: self.turn.clone() }
    }

    /// Whether the flow has responded.
    pub fn is_over(&self) -> bool {
        !matches!(self.turn, ActorReply::Forward { .. })
    }

    /// One step, with its external calls; the name of the actor that it was at.
    pub fn step(&mut self, random: &dyn Random) -> String {
        loop {
            let ActorReply::Forward { actor: place, message } = ActorReply::decode(&self.turn.encode()).unwrap() else {
                panic!("the flow is over")
            };
            let message = Message::decode(&message.encode(), message.request.body).unwrap();
            self.turn = self.world.visit(&place, message, random);
            let ActorReply::Fetch { call: question, actor: place, message } = self.turn.clone() else {
                return place.database_name();
            };
            let reply = self.world.reply(&question);
            self.turn = ActorReply::Forward { actor: place, message: Box::new(message.with_result(question, reply)) };
        }
    }

    /// Some steps, or all if there are fewer. Returns how many there were.
    pub fn steps(&mut self, count: usize) -> usize {
        (0..count).take_while(|_| !self.is_over() && !self.step(self.world.random()).is_empty()).count()
    }

    /// The rest of the flow: status and body of its response.
    pub fn end(mut self, random: &dyn Random) -> (u16, String) {
        while !self.is_over() {
            self.step(random);
        }
        let ActorReply::Respond(answer) = self.turn else { panic!("the flow does not respond") };
        (answer.status, String::from_utf8(answer.body).unwrap())
    }
}

/// Randomness that repeats one byte.
pub struct Same(pub u8);

impl Random for Same {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        bytes.fill(self.0);
    }
}
