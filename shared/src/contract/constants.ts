/** The product's numbers, each under one name. Times end in their unit. */

// Sign-in
export const LOGIN_STATE_BYTES = 32
export const LOGIN_SCOPES = ['openid', 'profile', 'email'] as const
export const LOGIN_BUBBLES = 20
export const LOGIN_PATH = '/login'
export const LOGIN_CALLBACK_PATH = '/line-oauth-callback'
/** Id of the `<script type="application/json">` in which the page carries the answer of `GET /auth/line/settings`. */
export const LOGIN_SETTINGS_ELEMENT_ID = 'login-settings'
/** Id of the `<script type="application/json">` in which the page carries the release registry. */
export const REGISTRY_ELEMENT_ID = 'release-registry'
export const SESSION_EXPIRED_TEXT = 'เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่'
export const SIGN_IN_FAILED_TEXT = 'ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้'
export const SIGN_IN_REFUSED_TEXT = 'การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง'
export const ROLE_WAIT_MS = 500
export const ROLE_POLL_MS = 25

// Browser storage
/** The names under which the browser keeps what outlives a page; fixed once. */
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
  /** The wait for approval of a sign-in, in its tab. */
  approvalWait: 'lineApprovalWait',
  /** Where a person wanted to go before signing in, in their tab. */
  returnPath: 'signInReturnPath',
  sidebarCollapsed: 'sidebar_collapsed',
  /** `off` where a person wants no sound of alerts. */
  alertSound: 'alert_sound',
  /** Begins the keys of what a person has written (`person:<id>:draft:…`). */
  personal: 'person',
} as const
/** In session storage: what ended with the session, said once at the login page. By itself, for few ask for it. */
export const LOGIN_NOTICE_KEY = 'login_notice'
/** What signing out removes; everything else belongs to the person or to the browser and stays. */
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

// Calls
export const REQUEST_TIMEOUT_MS = 30_000
export const QUEUE_PAGE_SIZE = 20
export const CUSTOMERS_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 200
/**
 * The last page that a list gives: the cost of a page grows with its depth (100,000 rows of the queue: some 0.3 s). What lies behind
 * is reached from the other end (`order`) or by narrowing the list down.
 */
export const MAX_PAGE = 5_000
/** The same in rows, for pages of another size. */
export const MAX_LIST_ROWS = MAX_PAGE * QUEUE_PAGE_SIZE
export const MESSAGES_LIMIT = 50
export const MAX_MESSAGES_LIMIT = 200
export const SEARCH_DEBOUNCE_MS = 300
export const MAX_SEARCH_LENGTH = 100
/** Fewer letters are looked for in messages of one official account or customer alone. */
export const MIN_MESSAGE_SEARCH_LENGTH = 3
/** Messages that one call finds. */
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
/** A ping that is not answered within this time takes the proof away: with SOCKET_PING_MS before it, within 3 s of the loss. */
export const SOCKET_PROOF_MS = 1_900
/** Close code of a socket whose session the server has ended. */
export const SOCKET_SESSION_ENDED = 4401
/** Reason of a `ticket_list_update` after which an account's `quota_reached` or `quota_near` may read otherwise. */
export const QUOTA_CHANGED = 'quota_changed'

// Chat
export const ALERT_VOLUME = 0.5
export const ALERT_INTERVAL_MS = 2_000
/** The service worker that puts up notices. The host's releases carry it under this name for ever. */
export const ALERTS_WORKER_PATH = '/assets/alerts-worker.v1.js'
export const UNREAD_TICKETS = 10
export const SCROLL_BOTTOM_PX = 64
export const SUGGESTION_CHIPS = 5
/** Canned replies of one official account, and as many that serve all. */
export const MAX_SUGGESTIONS = 100
export const MAX_SUGGESTIONS_PER_MESSAGE = 20
export const SUBJECT_LENGTH = 36
export const TICKET_ID_LENGTH = 8
/** LINE counts UTF-16 units. */
export const TEXT_MAX_UTF16 = 5_000
/** Internal notes of one case that stand; and colleagues whom one of them may name. */
export const MAX_NOTES = 200
export const MAX_MENTIONS = 10
/** So many notes that name a person are listed at once. */
export const MAX_LISTED_MENTIONS = 50
/** Tags of one customer, those of an official account, and letters of one; notes about one customer, and letters of one. */
export const MAX_CUSTOMER_TAGS = 20
export const MAX_CHANNEL_TAGS = 300
export const TAG_LENGTH = 30
export const MAX_CUSTOMER_NOTES = 100
export const CUSTOMER_NOTE_LENGTH = 2_000
/** Why a case is given to another or back, in characters. */
export const HAND_OVER_REASON_LENGTH = 500
/** A colleague's open cases are counted up to here: this many reads as "or more". */
export const MAX_COUNTED_CASES = 100
export const WAIT_WARNING_SECS = 300
export const WAIT_CRITICAL_SECS = 600
export const VIP_PRIORITIES = ['VIP', 'URGENT', 'HIGH'] as const
/** Stored data, fixed once: what people read of a message without text, by its type; and of types that LINE invents later. */
export const MESSAGE_PLACEHOLDERS = {
  image: '[รูปภาพ]',
  video: '[วิดีโอ]',
  audio: '[เสียง]',
  file: '[ไฟล์]',
  sticker: '[สติกเกอร์]',
  location: '[ตำแหน่ง]',
} as const
/** What stands in the place of a message that its customer has taken back. */
export const UNSENT_TEXT = 'ยกเลิกข้อความแล้ว'
/** Begins the text of a button that a customer has pressed. */
export const POSTBACK_PLACEHOLDER = '[กดปุ่ม]'
export const UNKNOWN_MESSAGE_PLACEHOLDER = '[ข้อความที่ยังแสดงไม่ได้]'

/** LINE takes at most this many messages in one call, and counts the call once for each recipient. */
export const MESSAGES_PER_LINE_CALL = 5

// Files
/** Where pictures are uploaded to: its call is the one that is no JSON. */
export const UPLOAD_PATH = '/api/staff/upload'
/** For a file input. Named one by one, so that phones turn what they keep in another format into one of these. */
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
/** Customers of a list are counted up to here: this many reads as "or more". */
export const MAX_COUNTED_CUSTOMERS = 2_000
/** Where a figure has more cases than this, those that took longest are looked for among the latest so many. */
export const MAX_ORDERED_CASES = 1_000
/** Cases of one official account that the live wall counts at most, and those who wait longest that it names. */
export const MAX_WALL_COUNT = 1_000
/** Open cases of one person that it counts at most. */
export const MAX_WALL_PERSON_CASES = 200
export const WALL_LONGEST = 10
export const WALL_EVENTS_MS = 500
export const WALL_REFRESH_MS = 1_500
export const WALL_KEPT_MS = 300

// Knowledge base
export const KNOWLEDGE_LOG_PAGE = 10
export const TOP_K_DEFAULT = 3
export const TOP_K_MAX = 10
/** Answers of the knowledge base that are offered for a customer's question. */
export const ANSWER_SUGGESTIONS = 3
export const BANNER_MS = 5_000
/** Stored data, fixed once: the two sources of the knowledge base. */
export const KNOWLEDGE_SOURCES = { general: 'ทั่วไป', promotion: 'โปรโมชั่น' } as const
export type KnowledgeSourceName = (typeof KNOWLEDGE_SOURCES)[keyof typeof KNOWLEDGE_SOURCES]
/** A text of it, and what may be looked for; in UTF-16 units. */
export const KNOWLEDGE_TEXT_MAX = 100_000
export const KNOWLEDGE_QUERY_MAX = 1_000
/** Questions of a text that are looked for among those that are known. */
export const KNOWN_QUESTIONS_MAX = 8
/** Of one import: rows without headings and empty lines, and its text in UTF-8. */
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_BYTES = 40 * 1024 * 1024
/** Longest text of one import request, in UTF-16 units; a longer one is uploaded in parts of at most this length. */
export const IMPORT_PART_LENGTH = 400_000
/** Enough parts for `IMPORT_MAX_BYTES`, even when they are split at line ends. */
export const IMPORT_MAX_PARTS = 256
/** Limits of the heading row of an import: filled cells, and characters in total. */
export const IMPORT_HEADINGS_MAX = { cells: 200, characters: 5_000 }
/** Of what a person proposes for it: questions and answer each in UTF-16 units, for longer texts are written in its screen; and questions. */
export const PROPOSAL_MAX_LENGTH = 5_000
export const PROPOSAL_MAX_QUESTIONS = 20
export const DECLINE_REASON_MAX = 500

// Screen
export const LAYOUT_BREAKPOINT_PX = 768
export const SIDEBAR_BREAKPOINT_PX = 1024
export const DOCK_BREAKPOINT_PX = 1100

export const TIME_ZONE = 'Asia/Bangkok'

/** Stored data, fixed once: the issue types of a ticket, in the order people see them. */
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
/** Who may close any ticket of a channel they have a right to (the product's role words, as they were first written). */
export const CLOSE_ANY_ROLES = ['supervisor', 'business', 'BUSINESS', 'ADMIN'] as const
export const CLOSE_ANY_PERMISSION = 'close_any_ticket'
