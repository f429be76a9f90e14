export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--desk-green)" />
      <path
        d="M17 8.5v6h4.2L15 23.5v-6h-4.2z"
        fill="none"
        stroke="var(--desk-on-green)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  )
}
