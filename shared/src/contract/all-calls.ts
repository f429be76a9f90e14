import { getMe } from './auth/get-me.call.ts'
import { lineCallback } from './auth/line-callback.call.ts'
import { loginSettings } from './auth/login-settings.call.ts'
import { logout } from './auth/logout.call.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './auth/own-sessions.call.ts'
import { startLogin } from './auth/start-login.call.ts'
import { businessChannels } from './channels/business-channels.call.ts'
import { staffChannels } from './channels/staff-channels.call.ts'
import {
  createCustomerNote,
  deleteCustomerNote,
  updateCustomerNote,
} from './customers/customer-notes.call.ts'
import { addCustomerTag, listTags, removeCustomerTag } from './customers/customer-tags.call.ts'
import { getCustomerCard } from './customers/get-customer-card.call.ts'
import { listCustomerTickets } from './customers/list-customer-tickets.call.ts'
import { listCustomers } from './customers/list-customers.call.ts'
import { setVip } from './customers/set-vip.call.ts'
import { agentRanking } from './dashboard/agent-ranking.call.ts'
import { bizDashboard } from './dashboard/biz-dashboard.call.ts'
import { listMetricTickets } from './dashboard/list-metric-tickets.call.ts'
import { listOwnMetricTickets } from './dashboard/list-own-metric-tickets.call.ts'
import { listWallboardTickets } from './dashboard/list-wallboard-tickets.call.ts'
import {
  listOpeningHours,
  removeHoursVersion,
  setOpeningHours,
  setSpecialDays,
} from './dashboard/opening-hours.call.ts'
import { ownMetrics } from './dashboard/own-metrics.call.ts'
import { readWallboard } from './dashboard/wallboard.call.ts'
import type { Call } from './define-call.ts'
import { deleteEntry, updateEntry } from './knowledge/change-entry.call.ts'
import { acceptProposal, declineProposal, listProposals } from './knowledge/decide-proposal.call.ts'
import { draftAnswer } from './knowledge/draft-answer.call.ts'
import {
  applyImport,
  cancelImport,
  previewImport,
  readImport,
  uploadImportPart,
} from './knowledge/import-entries.call.ts'
import { knowledgeLogs } from './knowledge/knowledge-logs.call.ts'
import { knowledgeSources } from './knowledge/knowledge-sources.call.ts'
import { knownQuestions } from './knowledge/known-questions.call.ts'
import { listEntries } from './knowledge/list-entries.call.ts'
import { logChanges, undoLog } from './knowledge/log-changes.call.ts'
import { dismissOpenQuestion, listOpenQuestions } from './knowledge/open-questions.call.ts'
import { addPage, listPages, refreshPage } from './knowledge/pages.call.ts'
import { proposeKnowledge, readProposalTexts } from './knowledge/propose-knowledge.call.ts'
import { readEntry } from './knowledge/read-entry.call.ts'
import { searchKnowledge } from './knowledge/search-knowledge.call.ts'
import { suggestAnswers } from './knowledge/suggest-answers.call.ts'
import { upsertKnowledge } from './knowledge/upsert-knowledge.call.ts'
import { uploadFile } from './media/upload.call.ts'
import { listMessages } from './messages/list-messages.call.ts'
import { searchMessages } from './messages/search-messages.call.ts'
import { sendMessage } from './messages/send-message.call.ts'
import { sendMessageNow } from './messages/send-message-now.call.ts'
import { withdrawMessage } from './messages/withdraw-message.call.ts'
import { deleteNote, updateNote } from './notes/change-note.call.ts'
import { createNote } from './notes/create-note.call.ts'
import { listMentions, markMentionsSeen } from './notes/mentions.call.ts'
import { listAgents } from './staff/list-agents.call.ts'
import { listTransferTargets } from './staff/list-transfer-targets.call.ts'
import { createSuggestion } from './suggestions/create-suggestion.call.ts'
import { deleteSuggestion } from './suggestions/delete-suggestion.call.ts'
import { listSuggestions } from './suggestions/list-suggestions.call.ts'
import { moveSuggestion } from './suggestions/move-suggestion.call.ts'
import { updateSuggestion } from './suggestions/update-suggestion.call.ts'
import { healthz } from './system/healthz.call.ts'
import { acceptTicket } from './tickets/accept-ticket.call.ts'
import {
  listAssignmentChanges,
  transferTicket,
  unassignOwnTickets,
  unassignTicket,
} from './tickets/change-assignee.call.ts'
import { closeTicket } from './tickets/close-ticket.call.ts'
import { correctSubject } from './tickets/correct-subject.call.ts'
import { getTicket } from './tickets/get-ticket.call.ts'
import { listTickets } from './tickets/list-tickets.call.ts'
import { readTicket } from './tickets/read-ticket.call.ts'

/** All API calls by name. The server checks that it implements every call. */
export const ALL_CALLS = {
  getMe,
  lineCallback,
  loginSettings,
  logout,
  startLogin,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  businessChannels,
  staffChannels,
  listCustomers,
  setVip,
  getCustomerCard,
  listCustomerTickets,
  listTags,
  addCustomerTag,
  removeCustomerTag,
  createCustomerNote,
  updateCustomerNote,
  deleteCustomerNote,
  agentRanking,
  bizDashboard,
  listMetricTickets,
  ownMetrics,
  listOwnMetricTickets,
  readWallboard,
  listWallboardTickets,
  listOpeningHours,
  setOpeningHours,
  removeHoursVersion,
  setSpecialDays,
  knowledgeLogs,
  knowledgeSources,
  searchKnowledge,
  upsertKnowledge,
  listEntries,
  knownQuestions,
  readEntry,
  updateEntry,
  deleteEntry,
  logChanges,
  undoLog,
  suggestAnswers,
  draftAnswer,
  readProposalTexts,
  proposeKnowledge,
  listProposals,
  acceptProposal,
  declineProposal,
  listOpenQuestions,
  dismissOpenQuestion,
  previewImport,
  uploadImportPart,
  applyImport,
  readImport,
  cancelImport,
  listPages,
  addPage,
  refreshPage,
  uploadFile,
  listMessages,
  searchMessages,
  sendMessage,
  withdrawMessage,
  sendMessageNow,
  createNote,
  updateNote,
  deleteNote,
  listMentions,
  markMentionsSeen,
  listAgents,
  listTransferTargets,
  createSuggestion,
  deleteSuggestion,
  listSuggestions,
  moveSuggestion,
  updateSuggestion,
  healthz,
  acceptTicket,
  closeTicket,
  correctSubject,
  getTicket,
  listTickets,
  readTicket,
  transferTicket,
  unassignTicket,
  unassignOwnTickets,
  listAssignmentChanges,
} as const satisfies Record<string, Call>
