import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { MAX_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'
import { textMatcher } from 'shared/contract/search-text.ts'
import { type FoundCommand, offeredCommands, offeredSources, subscribeSources } from 'shared/extensions'
import { useRole } from 'shared/session'
import { Avatar, useBackCloses } from 'shared/ui'
import { readRegistry, remoteRoutes } from '../remotes/registry.ts'
import { areServicesStarting, subscribeServices } from '../remotes/start-services.ts'
import classes from './palette.module.css'
import { closeShown } from './palette.store.ts'
import { keysOf } from './shortcut-texts.ts'
import { endTypingAhead } from './typeahead-buffer.ts'

const MIN_QUERY = 2

interface Entry extends Omit<FoundCommand, 'description'> {
  description?: string
  keys?: string[] | undefined
}

export function Palette() {
  const [[store, spotlight]] = useState(createSpotlight)
  const [query, setQuery] = useState('')
  const words = query.trim().slice(0, MAX_SEARCH_LENGTH)
  const [settled] = useDebouncedValue(words, SEARCH_DEBOUNCE_MS)
  const screens = useScreens()
  const [commands] = useState(() => offeredCommands().filter(({ isOfUse }) => isOfUse?.() ?? true))
  // Search sources may be added while the palette is open, because the services of remotes start after the page.
  const sources = useSyncExternalStore(subscribeSources, offeredSources)
  const areStarting = useSyncExternalStore(subscribeServices, areServicesStarting)
  useBackCloses(true, spotlight.close)
  useEffect(() => spotlight.open(), [spotlight])
  // Action that runs after the focus is restored, because some actions depend on the focused row.
  const chosen = useRef<(() => void) | null>(null)
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
      chosen.current?.()
    }
  }, [])

  const hasQuery = settled.length >= MIN_QUERY && words !== ''
  const found = useQueries({
    queries: sources.map(({ group, find }) => ({
      queryKey: ['command-search', group, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      enabled: hasQuery,
      gcTime: 0,
    })),
  })
  const fits = textMatcher(words)
  const fitting = (entries: Entry[]) => entries.filter(({ label }) => fits(label))
  const actions = commands
    .filter(({ isKeyOnly }) => !isKeyOnly)
    .map(({ id, label, shortcut, run }) => ({
      id,
      label,
      run,
      keys: shortcut && keysOf(shortcut),
    }))
  const groups: [string, readonly Entry[]][] = [
    ...sources.map(({ group }, index): [string, readonly Entry[]] => [
      group,
      hasQuery ? (found[index]?.data ?? []) : [],
    ]),
    ['หน้าจอ', fitting(screens)],
    ['คำสั่ง', fitting(actions)],
  ]
  // Selects the first entry, so that Enter runs it, even when results arrive after the last key press.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (words === '' || list.current?.querySelector('[data-selected]')) return
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  })
  const isEmpty = groups.every(([, entries]) => entries.length === 0)
  const isSearching =
    words.length >= MIN_QUERY &&
    (words !== settled || areStarting || found.some(({ isPending }) => isPending))
  const hasFailed = found.some((each) => each.isError)
  const elsewhere =
    isEmpty && hasQuery && !isSearching ? sources.flatMap(({ otherwise }) => otherwise?.(words) ?? []) : []
  groups.push(['ค้นหาที่อื่น', elsewhere])

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={closeShown}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      returnFocus={false}
      classNames={{ content: classes.dialog }}
      attributes={{ content: { 'aria-label': 'ค้นหาและคำสั่ง' } }}
      // `onKeyDown` handles Escape: Mantine would not stop the event, so a dialog under the palette would also close.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        spotlight.close()
      }}
    >
      <Spotlight.Search
        placeholder="ค้นหาเคส หน้าจอ หรือคำสั่ง"
        aria-label="ค้นหาเคส หน้าจอ หรือคำสั่ง"
        onFocus={() => setQuery((before) => before + endTypingAhead())}
      />
      <Spotlight.ActionsList ref={list} className={classes.list}>
        {groups.map(([group, entries]) =>
          entries.length === 0 ? null : (
            <Spotlight.ActionsGroup key={group} label={group} className={classes.found}>
              {entries.map(({ id, label, description, image, keys, run }) => (
                <Spotlight.Action
                  key={id}
                  className={classes.action}
                  onClick={() => {
                    chosen.current = run
                  }}
                >
                  {image === undefined ? null : <Avatar name={label} src={image} size={32} />}
                  <span className={classes.words}>
                    <span className={classes.label}>{label}</span>
                    {description === undefined ? null : <span className={classes.more}>{description}</span>}
                  </span>
                  {keys === undefined ? null : <Keys keys={keys} />}
                </Spotlight.Action>
              ))}
            </Spotlight.ActionsGroup>
          ),
        )}
        {isEmpty || hasFailed || isSearching ? (
          <Spotlight.Empty className={classes.empty} role="status">
            {isSearching
              ? 'กำลังค้นหา...'
              : hasFailed
                ? 'ค้นหาเคสไม่สำเร็จ พิมพ์ใหม่เพื่อลองอีกครั้ง'
                : elsewhere.length > 0
                  ? 'ไม่พบเคสหรือชื่อลูกค้าที่ตรงกัน'
                  : 'ไม่พบผลลัพธ์'}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

function useScreens(): Entry[] {
  const role = useRole()
  const navigate = useNavigate()
  const routes = remoteRoutes(readRegistry()).filter(
    (route) => !route.path.includes(':') && (route.role === undefined || route.role === role),
  )
  return [...routes, { path: 'profile', title: 'โปรไฟล์' }].map(({ path, title }) => ({
    id: `screen:${path}`,
    label: title,
    run: () => void navigate(`/${path}`),
  }))
}
