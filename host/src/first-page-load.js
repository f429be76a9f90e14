// The build inlines this file into index.html. It is written in ES5, because it also runs in browsers that are too old
// for the app (the formatter would write newer syntax). Requests failed files of the first page again. Shows a message
// when a file fails repeatedly, or when no file arrives for 25 s.
;(function () {
  var PAUSES_MS = [500, 2000]
  var SILENT_MS = 25000
  var failures = {}
  var silence

  function show(id) {
    var element = document.getElementById(id)
    if (element) element.hidden = false
  }

  // Shows the failure message. If a screen has already replaced #boot, the screen reports failures itself.
  function giveUp() {
    var button = document.getElementById('boot-reload')
    if (!button) return
    show('boot-failed')
    document.getElementById('boot-page').hidden = true
    // Without a stored theme, the app itself is light, but this message uses the device's color scheme.
    try {
      if (!localStorage.getItem('theme') && matchMedia('(prefers-color-scheme: dark)').matches)
        document.getElementById('boot').setAttribute('data-dark', '')
    } catch (e) {}
    button.onclick = function () {
      location.reload()
    }
  }

  // Returns true for a file of the first page: a deferred script, or a style sheet in the body. The bundler adds other
  // elements for its chunks, and retries those itself.
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
      // While a style sheet has the attribute `data-failed`, the app does not start (entry.ts).
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
  // Each file that arrives restarts the timeout, so that slow connections have enough time.
  if (window.PerformanceObserver) new PerformanceObserver(listen).observe({ entryTypes: ['resource'] })
  addEventListener('DOMContentLoaded', function () {
    // Checks that the browser has the newest APIs that the app uses (see `shared/federation/browsers.ts`).
    if (!window.AbortSignal || !AbortSignal.any || !window.Intl || !Intl.Segmenter || !String.prototype.replaceAll) show('boot-old')
  })
})()
