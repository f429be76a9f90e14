import { startChannelInfoRefresh } from './channels/channel-info-refresh.ts'
import { startMetricProjector } from './dashboard/metric-projector.ts'
import { startDelivery } from './delivery/outbox-worker.ts'
import { startHousekeeping } from './housekeeping.ts'
import { importRunner } from './knowledge/import-runner.ts'
import { startMeaningIndex } from './knowledge/meaning-index.ts'
import { undoRunner } from './knowledge/undo-runner.ts'
import { startVectorProjector } from './knowledge/vector-projector.ts'
import { startQuestionProjector } from './knowledge-in-conversation/question-projector.ts'
import { startMediaFetcher } from './line/media-fetcher.ts'
import { handleMentions, MENTION_CHANNEL } from './notes/mention.store.ts'
import { startMessageSearchProjector } from './search/message-search-projector.ts'
import type { ServerContext } from './server-context.ts'
import { startNotificationListener } from './sessions/notification-listener.ts'
import type { OnlineStaff } from './staff/online-staff.ts'
import { watchAbsentAssignees } from './tickets/absent-assignees.ts'

export interface RunningWorker {
  stop(): Promise<void> | void
}

interface Worker {
  name: string
  /** Starts the worker. Returns null when the configuration does not need this worker. */
  start(context: ServerContext, online: OnlineStaff): RunningWorker | null
}

/** Workers start in this order once the database is available, and stop in reverse order. */
export const WORKERS: readonly Worker[] = [
  {
    name: 'notice listener',
    start: (context) =>
      startNotificationListener(context, new Map([[MENTION_CHANNEL, handleMentions(context)]])),
  },
  { name: 'housekeeping', start: (context) => startHousekeeping(context) },
  { name: 'account refresh', start: (context) => startChannelInfoRefresh(context) },
  { name: 'message search', start: (context) => startMessageSearchProjector(context) },
  { name: 'open questions', start: (context) => startQuestionProjector(context) },
  { name: 'knowledge imports', start: (context) => importRunner.start(context) },
  { name: 'knowledge undos', start: (context) => undoRunner.start(context) },
  { name: 'knowledge vectors', start: (context) => startVectorProjector(context) },
  {
    name: 'meaning index',
    start: (context) => startMeaningIndex(context, context.config.databaseMigrationUrl),
  },
  { name: 'dashboard metrics', start: (context) => startMetricProjector(context) },
  { name: 'absent assignees', start: (context, online) => watchAbsentAssignees(context, online) },
  { name: 'delivery', start: (context) => startDelivery(context) },
  { name: 'media fetcher', start: (context) => startMediaFetcher(context) },
]
