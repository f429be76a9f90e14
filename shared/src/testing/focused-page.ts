// Tests run in an iframe while the test runner has the focus.
document.hasFocus = () => true
