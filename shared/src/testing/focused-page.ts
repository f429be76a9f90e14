// Tests run in a frame beside their runner, which has the focus.
document.hasFocus = () => true
