// Before the first paint: the stored theme, light by default. Assets never change under one name; a new version gets a new one.
try {
  if (localStorage.getItem('theme') === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
} catch {}
