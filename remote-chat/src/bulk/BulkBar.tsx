import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, ConfirmDialog, showToast, useBackCloses } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { useViewer } from '../signed-in-user.ts'
import type { BulkSelection } from '../ticket-list/use-bulk-selection.ts'
import classes from './BulkBar.module.css'
import { BulkCloseConfirmation } from './BulkCloseConfirmation.tsx'
import { BulkRefused } from './BulkRefused.tsx'
import { type BulkKind, type BulkOutcome, isActionAllowed, runBulkAction } from './bulk-actions.ts'

export interface BulkBarProps {
  picked: BulkSelection
  /** Called after tickets were closed. `leavesFocus` is true when the bar unmounts while it has the focus. */
  onClosed: (ids: readonly string[], leavesFocus: boolean) => void
  /** Called before the bar unmounts while it has the focus. */
  onLeave: (ticketId: string | undefined) => void
}

const ACTION_TEXTS: Record<BulkKind, { verb: string; under: string; done: string }> = {
  accept: { verb: 'รับเคส', under: 'กำลังรับเคส', done: 'รับแล้ว' },
  close: { verb: 'ปิดเคส', under: 'กำลังปิดเคส', done: 'ปิดแล้ว' },
  read: { verb: 'อ่านแล้ว', under: 'กำลังทำเครื่องหมายว่าอ่านแล้ว', done: 'ทำเครื่องหมายว่าอ่านแล้ว' },
}
const KINDS = ['accept', 'close', 'read'] as const

export function BulkBar({ picked, onClosed, onLeave }: BulkBarProps) {
  const cache = useChatCache()
  const viewer = useViewer()
  const bar = useRef<HTMLElement>(null)
  /** Tickets that were selected when the confirmation opened. Tickets that are selected later are not included. */
  const [confirming, setConfirming] = useState<readonly Ticket[] | null>(null)
  const [work, setWork] = useState<{ kind: BulkKind; done: number; all: number } | null>(null)
  const [outcome, setOutcome] = useState<{ result: BulkOutcome; hadFocus: boolean } | null>(null)
  const { tickets } = picked
  const count = tickets.length

  async function run(kind: BulkKind, wanted: readonly Ticket[]): Promise<void> {
    if (work !== null) return
    setConfirming(null)
    picked.hold(true)
    setWork({ kind, done: 0, all: wanted.length })
    const result = await runBulkAction(cache, viewer, kind, wanted, (done) =>
      setWork({ kind, done, all: wanted.length }),
    )
    setWork(null)
    const { refused } = result
    const isWhole = refused.length === 0
    const words = doneTexts(result)
    if (isWhole) showToast({ tone: 'success', text: words })
    // The user has left the list while the action was running.
    else if (bar.current === null)
      showToast({ tone: 'error', text: `${words} ไม่สำเร็จ ${refused.length} เคส` })
    else setOutcome({ result, hadFocus: hasFocus() })
    picked.hold(!isWhole)
    const done = result.done.map(({ id }) => id)
    // Tickets selected in the meantime, on this page or another, remain selected.
    const isComplete = !picked.drop(done) && isWhole
    if (kind === 'close') onClosed(done, isComplete && hasFocus())
    else if (isComplete) leave(wanted[0])
    if (isComplete) picked.end()
  }

  /** Returns false while the user types in a field: moving the focus would send the next keys elsewhere. */
  function hasFocus(): boolean {
    const active = document.activeElement
    if (active === document.body || bar.current?.contains(active)) return true
    return (
      active !== null && active.closest('[role=dialog]') !== null && !active.closest('[data-conversation]')
    )
  }
  function leave(ticket: Ticket | undefined): void {
    if (hasFocus()) onLeave(ticket?.id)
  }
  function end(): void {
    leave(tickets[0])
    picked.end()
  }
  const endIdle = () => work === null && end()
  useEscape(endIdle)
  // In the card list, selection mode has its own history entry, so that the browser's back button ends the mode.
  useBackCloses(picked.isPicking, endIdle)

  return (
    <section ref={bar} className={classes.bar} aria-label="เคสที่เลือก">
      <p className={classes.count} role="status">
        {work !== null ? (
          `${ACTION_TEXTS[work.kind].under} ${work.done}/${work.all}`
        ) : (
          <>
            เลือก {count} เคส
            {picked.isFull ? ' (ครบจำนวนสูงสุด)' : null}
            {count === picked.countHere ? null : (
              <span className={classes.elsewhere}> อยู่หน้าอื่น {count - picked.countHere} เคส</span>
            )}
          </>
        )}
      </p>
      <div className={classes.actions}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            variant={kind === 'accept' ? 'filled' : 'outline'}
            className={classes.action}
            loading={work?.kind === kind}
            disabled={work !== null || !tickets.some((ticket) => isActionAllowed(kind, ticket, viewer))}
            onClick={() => (kind === 'close' ? setConfirming(tickets) : void run(kind, tickets))}
          >
            {ACTION_TEXTS[kind].verb}
          </Button>
        ))}
        <Button variant="subtle" className={classes.action} disabled={work !== null} onClick={end}>
          ยกเลิก
        </Button>
      </div>
      <ConfirmDialog
        open={confirming !== null}
        title={`ปิด ${confirming?.length ?? count} เคส`}
        confirmLabel="ปิดเคส"
        onConfirm={() => confirming && void run('close', confirming)}
        onCancel={() => setConfirming(null)}
      >
        <BulkCloseConfirmation tickets={confirming ?? tickets} viewer={viewer} />
      </ConfirmDialog>
      {outcome === null ? null : (
        <BulkRefused
          outcome={outcome.result}
          done={doneTexts(outcome.result)}
          onClose={() => {
            setOutcome(null)
            picked.hold(false)
            if (outcome.hadFocus) leave(outcome.result.refused[0]?.ticket)
          }}
        />
      )}
    </section>
  )
}

/** Omits a count of 0 when the other count is not 0. */
function doneTexts({ kind, done, ownAlready }: BulkOutcome): string {
  const fresh = done.length - ownAlready
  const own = ownAlready === 0 ? [] : [`เป็นของคุณอยู่แล้ว ${ownAlready} เคส`]
  return (fresh === 0 && ownAlready > 0 ? own : [`${ACTION_TEXTS[kind].done} ${fresh} เคส`, ...own]).join(
    ' · ',
  )
}

/** Handles Escape before the open conversation does, but after an open dialog, a menu or a text field. */
function useEscape(onEscape: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return
    const isElsewhere =
      event.target instanceof Element &&
      event.target.closest('input:not([type=checkbox]), textarea, [role=menu], [role=listbox]') !== null
    if (isElsewhere) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
