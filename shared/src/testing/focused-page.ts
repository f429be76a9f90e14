// Tests run in an iframe, which does not have the focus: the test runner's page has it.
document.hasFocus = () => true
