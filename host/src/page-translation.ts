/** Nodes and attributes that the page translation of Chrome, Edge, Safari and Firefox adds to the document. */
const TRANSLATED =
  'html.translated-ltr, html.translated-rtl, body font, [_msttexthash], [data-moz-translations-id]'

export const isPageTranslated = () => document.querySelector(TRANSLATED) !== null

/** True for React's error after a foreign script moved nodes, and for any error while the page is translated. */
export const isForeignMutation = (error: unknown) =>
  (error instanceof DOMException && /^(?:NotFound|HierarchyRequest)Error$/.test(error.name)) ||
  isPageTranslated()

export const TRANSLATION_TEXT =
  'น่าจะเกิดจากการแปลหน้าเว็บหรือส่วนขยายของเบราว์เซอร์ กรุณาปิดการแปลหน้าเว็บ (เลือกภาษาไทยที่ไอคอนแปลภาษาในแถบที่อยู่) แล้วลองใหม่อีกครั้ง'
