import { Component, type ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

interface ErrorAreaProps {
  /** A sentence that names the failed part: "The board stopped working." */
  message: string;
  children: ReactNode;
}

/**
 * Limits an error while rendering to this part of a page, which can be rendered again. Without it, the error replaces
 * the whole page. React logs the error.
 */
export class ErrorArea extends Component<ErrorAreaProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { message, children } = this.props;
    if (!this.state.hasFailed) return children;
    return <ErrorState message={message} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
