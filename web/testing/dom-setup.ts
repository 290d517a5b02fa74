import { configure } from "@testing-library/react";

// A busy machine may need seconds to answer a call and draw the result. A test that fails waits longer; one that
// passes does not.
configure({ asyncUtilTimeout: 10_000 });
