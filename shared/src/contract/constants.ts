/** Names of durations end with their unit, for example `_MS` or `_SECS`. */

// Login
export const LOGIN_STATE_BYTES = 32
export const LOGIN_SCOPES = ['openid', 'profile', 'email'] as const
export const LOGIN_BUBBLES = 20
export const LOGIN_PATH = '/login'
export const LOGIN_CALLBACK_PATH = '/line-oauth-callback'
/** Id of the `<script type="application/json">` element that contains the response of `GET /auth/line/settings`. */
export const LOGIN_SETTINGS_ELEMENT_ID = 'login-settings'
/** Id of the `<script type="application/json">` element that contains the release registry. */
export const REGISTRY_ELEMENT_ID = 'release-registry'
export const SESSION_EXPIRED_TEXT = 'เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่'
export const SIGN_IN_FAILED_TEXT = 'ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้'
export const SIGN_IN_REFUSED_TEXT = 'การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง'
export const ROLE_WAIT_MS = 500
export const ROLE_POLL_MS = 25

// Browser storage
/** Storage keys. They must not change, because browsers have stored data under them. */
export const STORAGE_KEYS = {
  token: 'jwt',
  staffToken: 'admin_jwt',
  authToken: 'authToken',
  loginState: 'lineLoginState',
  userId: 'user_id',
  email: 'email',
  theme: 'theme',
  channel: 'channel_key',
  queueSearch: 'queue_search',
  myTicketSearch: 'my_ticket_search',
  lastSeen: 'ticket_last_seen',
  activeTicket: 'activeTicketId',
  lastView: 'lastViewState',
  /** Keys in session storage: `approvalWait` and `returnPath`. */
  approvalWait: 'lineApprovalWait',
  returnPath: 'signInReturnPath',
  sidebarCollapsed: 'sidebar_collapsed',
  /** The value `off` disables the alert sound. */
  alertSound: 'alert_sound',
  personal: 'person',
} as const
/** Session storage key of a notice about work lost when the session ended, shown once on the login page. */
export const LOGIN_NOTICE_KEY = 'login_notice'
/** Storage keys that are removed at sign-out. All other keys belong to the user or the browser and are kept. */
export const SIGN_OUT_KEYS = [
  STORAGE_KEYS.token,
  STORAGE_KEYS.staffToken,
  STORAGE_KEYS.authToken,
  STORAGE_KEYS.channel,
  STORAGE_KEYS.queueSearch,
  STORAGE_KEYS.myTicketSearch,
  STORAGE_KEYS.lastSeen,
  STORAGE_KEYS.activeTicket,
  STORAGE_KEYS.lastView,
] as const

// API calls
export const REQUEST_TIMEOUT_MS = 30_000
export const QUEUE_PAGE_SIZE = 20
export const CUSTOMERS_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 200
/** Maximum page number of a list, because later pages cost more (at 100,000 rows of the queue about 0.3 s). */
export const MAX_PAGE = 5_000
export const MAX_LIST_ROWS = MAX_PAGE * QUEUE_PAGE_SIZE
export const MESSAGES_LIMIT = 50
export const MAX_MESSAGES_LIMIT = 200
export const SEARCH_DEBOUNCE_MS = 300
export const MAX_SEARCH_LENGTH = 100
/** Minimum length of a message search in several channels. A shorter text requires one channel or one customer. */
export const MIN_MESSAGE_SEARCH_LENGTH = 3
export const MAX_FOUND_MESSAGES = 20

// Refreshing
export const QUEUE_REFRESH_MS = 5_000
export const CHAT_POLL_MS = 1_500
export const CHAT_MODAL_POLL_MS = 2_000
export const LIVE_POLL_MS = 30_000

// Realtime
export const SOCKET_PATH = '/ws/chat/'
export const SOCKET_PROTOCOL = 'desk.v1'
export const SOCKET_TOKEN_PREFIX = 'bearer.'
export const SOCKET_RECONNECT_MS = 3_000
export const SOCKET_RECONNECT_TRIES = 10
export const SOCKET_RECONNECT_MAX_MS = 30_000
export const SOCKET_SUBSCRIPTIONS = 15
export const SOCKET_PING_MS = 1_000
/** Timeout in ms for a pong. With this value and SOCKET_PING_MS, a lost connection is detected within 3 s. */
export const SOCKET_PROOF_MS = 1_900
export const SOCKET_SESSION_ENDED = 4401
/** Value of `reason` in `ticket_list_update` events: a channel's `quota_reached` or `quota_near` may have changed. */
export const QUOTA_CHANGED = 'quota_changed'

// Chat
export const ALERT_VOLUME = 0.5
export const ALERT_INTERVAL_MS = 2_000
/** Path of the service worker for notifications. Never changes: browsers that registered it request it again. */
export const ALERTS_WORKER_PATH = '/assets/alerts-worker.v1.js'
export const UNREAD_TICKETS = 10
export const SCROLL_BOTTOM_PX = 64
export const SUGGESTION_CHIPS = 5
/** Maximum number of suggestions of one channel. The suggestions for all channels have the same limit. */
export const MAX_SUGGESTIONS = 100
export const MAX_SUGGESTIONS_PER_MESSAGE = 20
export const SUBJECT_LENGTH = 36
export const TICKET_ID_LENGTH = 8
/** Maximum length of a message text in UTF-16 units, as LINE counts. */
export const TEXT_MAX_UTF16 = 5_000
/** Maximum number of notes per ticket, without deleted notes. */
export const MAX_NOTES = 200
export const MAX_MENTIONS = 10
export const MAX_LISTED_MENTIONS = 50
/** Limits: tags per customer, tags per channel, characters per tag, notes per customer, characters per note. */
export const MAX_CUSTOMER_TAGS = 20
export const MAX_CHANNEL_TAGS = 300
export const TAG_LENGTH = 30
export const MAX_CUSTOMER_NOTES = 100
export const CUSTOMER_NOTE_LENGTH = 2_000
export const ASSIGNEE_CHANGE_REASON_LENGTH = 500
/** Number up to which tickets are counted. A count of this value means "this many or more". */
export const MAX_COUNTED_TICKETS = 100
export const WAIT_WARNING_SECS = 300
export const WAIT_CRITICAL_SECS = 600
export const VIP_PRIORITIES = ['VIP', 'URGENT', 'HIGH'] as const
/** Texts that stand for messages without a text. Stored in the database, so they must not change. */
export const MESSAGE_PLACEHOLDERS = {
  image: '[รูปภาพ]',
  video: '[วิดีโอ]',
  audio: '[เสียง]',
  file: '[ไฟล์]',
  sticker: '[สติกเกอร์]',
  location: '[ตำแหน่ง]',
} as const
export const UNSENT_TEXT = 'ยกเลิกข้อความแล้ว'
/** Prefix of the message text that is stored when the customer presses a button. */
export const POSTBACK_PLACEHOLDER = '[กดปุ่ม]'
export const UNKNOWN_MESSAGE_PLACEHOLDER = '[ข้อความที่ยังแสดงไม่ได้]'

/** Maximum number of messages in one request to LINE, which charges per request and recipient, not per message. */
export const MESSAGES_PER_LINE_CALL = 5

// Files
/** Path of the only API call whose request body is not JSON. */
export const UPLOAD_PATH = '/api/staff/upload'
/** `accept` value of file inputs. Phones convert formats that are not listed (such as HEIC) to one of these. */
export const UPLOAD_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
export const UPLOAD_MAX_BYTES = 8 * 1024 * 1024

// Dashboard
export const DASHBOARD_DAYS = 7
export const RANKING_ORDERS = ['closed', 'handled', 'pickup', 'first', 'resolution'] as const
export type RankingOrder = (typeof RANKING_ORDERS)[number]
export const RANKING_DEFAULT_ORDER = 'closed'
export const TOP_CLOSERS = 7
export const FASTEST_RESPONDERS = 5
export const FASTEST_MIN_HANDLED = 3
export const ADMIN_RECENT_TICKETS = 10
export const CLOSED_SAMPLE = 200
export const ALL_CHANNELS = '__ALL__'
/** Number up to which customers are counted. A count of this value means "this many or more". */
export const MAX_COUNTED_CUSTOMERS = 2_000
/** Maximum number of a metric's latest tickets that are sorted by duration. */
export const MAX_ORDERED_TICKETS = 1_000
/** Maximum number of tickets that the wallboard counts per channel. */
export const MAX_WALLBOARD_COUNT = 1_000
export const MAX_WALLBOARD_STAFF_TICKETS = 200
export const WALLBOARD_LONGEST = 10
export const WALLBOARD_EVENTS_MS = 500
export const WALLBOARD_REFRESH_MS = 1_500
export const WALLBOARD_CACHE_MS = 300

// Knowledge base
export const KNOWLEDGE_LOG_PAGE = 10
export const TOP_K_DEFAULT = 3
export const TOP_K_MAX = 10
export const ANSWER_SUGGESTIONS = 3
export const BANNER_MS = 5_000
/** Names of the knowledge sources. Stored in the database, so the values must not change. */
export const KNOWLEDGE_SOURCES = { general: 'ทั่วไป', promotion: 'โปรโมชั่น' } as const
export type KnowledgeSourceName = (typeof KNOWLEDGE_SOURCES)[keyof typeof KNOWLEDGE_SOURCES]
/** Maximum length of a knowledge text in UTF-16 units. */
export const KNOWLEDGE_TEXT_MAX = 100_000
export const KNOWLEDGE_QUERY_MAX = 1_000
/** Maximum number of an entry's questions that are compared with existing entries. */
export const KNOWN_QUESTIONS_MAX = 8
/** Limits of an import: number of rows (without headings and empty rows), and bytes of UTF-8 text. */
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_BYTES = 40 * 1024 * 1024
/** Maximum length of the text of one import request in UTF-16 units. A longer text is uploaded in parts. */
export const IMPORT_PART_LENGTH = 400_000
/** Maximum number of parts of an import. Enough for `IMPORT_MAX_BYTES`, even when a text is split at line ends. */
export const IMPORT_MAX_PARTS = 256
/** Limits of an import's heading row: number of filled cells, and characters of the whole row. */
export const IMPORT_HEADINGS_MAX = { cells: 200, characters: 5_000 }
/** Limits of a proposal: UTF-16 units of its questions and of its answer, and number of questions. */
export const PROPOSAL_MAX_LENGTH = 5_000
export const PROPOSAL_MAX_QUESTIONS = 20
export const DECLINE_REASON_MAX = 500

// Screen
export const LAYOUT_BREAKPOINT_PX = 768
export const SIDEBAR_BREAKPOINT_PX = 1024
export const DOCK_BREAKPOINT_PX = 1100

export const TIME_ZONE = 'Asia/Bangkok'

/** Issue types in display order. Stored in the database, so the values must not change. */
export const ISSUE_TYPES = {
  deposit: 'ฝากเงินไม่สำเร็จ',
  withdrawal: 'ถอนเงินช้า',
  website: 'เข้าเว็บไซต์ไม่ได้',
  slowReply: 'แอดมินตอบช้า',
  other: 'อื่นๆ',
} as const
export type IssueType = (typeof ISSUE_TYPES)[keyof typeof ISSUE_TYPES]

export const ROLES = ['BUSINESS', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]
/** Roles that may close any ticket, in the spellings of the specification. */
export const CLOSE_ANY_ROLES = ['supervisor', 'business', 'BUSINESS', 'ADMIN'] as const
export const CLOSE_ANY_PERMISSION = 'close_any_ticket'
