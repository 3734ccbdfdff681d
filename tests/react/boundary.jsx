// An error boundary, which shows the kind of the error and a button for another attempt.

import { Component } from "react";

export class Boundary extends Component {
  state = { error: undefined };

  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <button className="retry" onClick={() => this.setState({ error: undefined })}>{error.kind ?? error.message}</button>;
  }
}
