import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorText } from 'shared/api'
import { MIN_MESSAGE_SEARCH_LENGTH } from 'shared/contract/constants.ts'
import { customerLabels } from 'shared/contract/customers/customer-label.ts'
import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'
import { Button, EmptyState, ErrorState, formatThaiDateTime, Spinner } from 'shared/ui'
import { FoundMessageRow } from './FoundMessageRow.tsx'
import classes from './MessageSearch.module.css'
import { MAX_PAGES, type useMessageSearch } from './use-message-search.ts'

type MessageQuery = ReturnType<typeof useMessageSearch>['found']

export interface FoundMessagesProps {
  listId: string
  items: readonly FoundMessage[]
  active: number
  isOfOne: boolean
  /** State of the search. `short`: the text is too short to search. `isEmpty`: there is no text. */
  state: 'short' | 'failed' | 'looking' | 'found'
  isEmpty: boolean
  found: MessageQuery
  onOpen: (found: FoundMessage) => void
}

export function FoundMessages(props: FoundMessagesProps) {
  const { listId, items, active, isOfOne, state, isEmpty, found, onOpen } = props
  const isShown = state === 'found'
  const nameOf = customerLabels(items)
  return (
    <div className={classes.found}>
      <p className={classes.received} role="status">
        {state === 'looking'
          ? 'กำลังค้นหา'
          : isShown
            ? found.hasNextPage
              ? `แสดง ${items.length} รายการแรก`
              : `พบ ${items.length} รายการ`
            : ''}
      </p>
      {state === 'short' ? (
        <EmptyState
          icon={<IconSearch size={32} aria-hidden />}
          title={isEmpty ? 'พิมพ์คำที่จำได้จากข้อความ' : `พิมพ์อย่างน้อย ${MIN_MESSAGE_SEARCH_LENGTH} ตัวอักษร`}
        >
          {isEmpty ? 'ไม่ต้องพิมพ์ทั้งประโยค และไม่ต้องเว้นวรรค' : 'หรือเลือก OA ก่อน แล้วค้นด้วย 1–2 ตัวอักษรได้'}
        </EmptyState>
      ) : null}
      {state === 'failed' ? (
        <ErrorState title={errorText(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {state === 'looking' ? <Spinner /> : null}
      <div
        id={listId}
        role="listbox"
        aria-label="ข้อความที่พบ"
        className={classes.list}
        hidden={!isShown || items.length === 0}
      >
        {isShown
          ? items.map((message, index) => (
              <FoundMessageRow
                key={message.message_id}
                id={`${listId}-${index}`}
                found={message}
                isActive={index === active}
                isOfOne={isOfOne}
                customerName={nameOf(message)}
                onOpen={onOpen}
              />
            ))
          : null}
      </div>
      {isShown && items.length === 0 && !found.hasNextPage ? (
        <EmptyState icon={<IconSearch size={32} aria-hidden />} title="ไม่พบข้อความ">
          ลองใช้คำที่สั้นลง หรือขยายช่วงวันที่
        </EmptyState>
      ) : null}
      {isShown && found.hasNextPage ? <MoreResults found={found} count={items.length} /> : null}
    </div>
  )
}

/** End of the results. Loads more results when the user scrolls to it, up to a limit; after a failure only on click. */
function MoreResults({ found, count }: { found: MessageQuery; count: number }) {
  const { data, error, isFetching } = found
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => void found.fetchNextPage())
  const searchedUntil = data?.pages.at(-1)?.searchedUntil ?? null
  const isFull = (data?.pages.length ?? 0) >= MAX_PAGES
  // The error belongs to a later page; the results of earlier pages remain.
  const hasFailed = error !== null
  const mayRead = !isFull && !isFetching && !hasFailed
  useEffect(() => {
    const endElement = end.current
    if (endElement === null || !mayRead) return
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) more()
    })
    watch.observe(endElement)
    return () => watch.disconnect()
  }, [mayRead])
  return (
    <div ref={end} className={classes.more}>
      {isFetching ? <Spinner /> : null}
      {searchedUntil === null ? null : <p>ค้นย้อนหลังถึง {formatThaiDateTime(searchedUntil)}</p>}
      {hasFailed && !isFetching ? <p role="alert">{errorText(error)}</p> : null}
      {isFull ? (
        <p>แสดง {count} รายการแรก พิมพ์คำค้นให้ยาวขึ้นหรือเลือกช่วงวันที่ให้แคบลง</p>
      ) : isFetching ? null : (
        <Button variant="tint" onClick={() => void found.fetchNextPage()}>
          ค้นต่อ
        </Button>
      )}
    </div>
  )
}
