// An error boundary, which shows the kind of the error and a button for another attempt. With `slowParts`, it shows so
// many parts more, for each of which a slow device needs longer than React works at a time.

import { Component } from "react";

const SLOW = 15;

function SlowPart() {
  const end = performance.now() + SLOW;
  while (performance.now() < end);
  return null;
}

export class Boundary extends Component {
  state = { error: undefined };

  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        <button className="retry" onClick={() => this.setState({ error: undefined })}>{error.kind ?? error.message}</button>
        {Array.from({ length: this.props.slowParts ?? 0 }, (_, at) => <SlowPart key={at} />)}
      </>
    );
  }
}
