// The build writes this into index.html itself. Written in ES5, since it also runs in browsers
// that are too old (the formatter would write newer syntax).
// Files of the first page that fail are requested again; if that fails too, or no file arrives for a while, the page says so.
;(function () {
  var PAUSES_MS = [500, 2000]
  var SILENT_MS = 25000
  var failures = {}
  var silence

  function show(id) {
    var element = document.getElementById(id)
    if (element) element.hidden = false
  }

  // The screen replaces #boot when it is rendered; from then on it reports failures itself.
  function giveUp() {
    var button = document.getElementById('boot-reload')
    if (!button) return
    show('boot-failed')
    document.getElementById('boot-page').hidden = true
    // The desk is light until dark is chosen; this message follows the device where nothing was chosen.
    try {
      if (!localStorage.getItem('theme') && matchMedia('(prefers-color-scheme: dark)').matches)
        document.getElementById('boot').setAttribute('data-dark', '')
    } catch (e) {}
    button.onclick = function () {
      location.reload()
    }
  }

  // Chunks that the bundler requests later have retries of their own: they are neither deferred nor in the body.
  function isOfFirstPage(element) {
    if (element.tagName === 'SCRIPT') return element.defer
    return element.tagName === 'LINK' && element.rel === 'stylesheet' && element.parentNode === document.body
  }

  function requestAgain(old) {
    var next = document.createElement(old.tagName)
    var i
    for (i = 0; i < old.attributes.length; i++)
      next.setAttribute(old.attributes[i].name, old.attributes[i].value)
    next.async = false
    next.onload = function () {
      next.removeAttribute('data-failed')
    }
    old.parentNode.replaceChild(next, old)
  }

  addEventListener(
    'error',
    function (event) {
      var element = event.target
      if (!element || !element.tagName || !isOfFirstPage(element)) return
      // Nothing is rendered meanwhile (entry.ts).
      element.setAttribute('data-failed', '')
      var url = element.src || element.href
      failures[url] = (failures[url] || 0) + 1
      if (failures[url] > PAUSES_MS.length) return giveUp()
      setTimeout(function () {
        requestAgain(element)
      }, PAUSES_MS[failures[url] - 1])
    },
    true,
  )
  function listen() {
    clearTimeout(silence)
    silence = setTimeout(giveUp, SILENT_MS)
  }
  listen()
  // On a slow connection each file that arrives starts the time again.
  if (window.PerformanceObserver) new PerformanceObserver(listen).observe({ entryTypes: ['resource'] })
  addEventListener('DOMContentLoaded', function () {
    // The newest of what the code calls: `shared/federation/browsers.ts` has the same oldest versions.
    if (!window.AbortSignal || !AbortSignal.any || !window.Intl || !Intl.Segmenter || !String.prototype.replaceAll) show('boot-old')
  })
})()
