import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasErrorCode, knowledgeCalls } from 'shared/api'
import type { KnowledgePage } from 'shared/contract/knowledge/pages.call.ts'
import { showToast } from 'shared/ui'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { type NewPage, resetPageDraft } from './page-draft.store.ts'
import { pageErrorText, TRUNCATED_TEXT } from './page-texts.ts'

export function useAddPage() {
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: async (page: NewPage) => (await knowledgeCalls()).postPage({ ...page, url: page.url.trim() }),
    onSuccess: ({ truncated }, page) => {
      showToast({ tone: 'success', text: 'เพิ่มหน้าเว็บเข้าฐานความรู้แล้ว' })
      if (truncated) showToast({ tone: 'info', text: TRUNCATED_TEXT })
      resetPageDraft(page)
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: (error) => console.warn('a page could not be added to the knowledge base', error),
  })
  return {
    add: (page: NewPage) => adding.mutate(page),
    isAdding: adding.isPending,
    problem: adding.error === null ? null : pageErrorText(adding.error),
    forget: adding.reset,
  }
}

export function useRefreshPage() {
  const client = useQueryClient()
  const refreshing = useMutation({
    mutationFn: async ({ id }: KnowledgePage) => (await knowledgeCalls()).postPageRefresh(id),
    onSuccess: ({ changed }) => {
      const text = changed ? 'อัปเดตข้อมูลตามหน้าเว็บแล้ว' : 'หน้าเว็บยังเหมือนเดิม'
      showToast({ tone: 'success', text })
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: (error) => {
      console.warn('a page could not be read again', error)
      showToast({ tone: 'error', text: `เกิดข้อผิดพลาด: ${pageErrorText(error)}` })
      if (hasErrorCode(error, 'conflict')) void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
  })
  return {
    refresh: (page: KnowledgePage) => refreshing.mutate(page),
    refreshing: refreshing.isPending ? refreshing.variables.id : null,
  }
}
