// Tests run in an iframe while their runner has the focus.
document.hasFocus = () => true
