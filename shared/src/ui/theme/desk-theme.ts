import { createTheme, type VariantColorsResolver } from '@mantine/core'

const edge = (color: string) => `1px solid ${color}`

/** What our four variants look like; Mantine's own palette is not used. */
const variants: Record<string, ReturnType<VariantColorsResolver>> = {
  filled: {
    background: 'var(--desk-green)',
    hover: 'var(--desk-green-hover)',
    color: 'var(--desk-on-green)',
    border: edge('transparent'),
  },
  tint: {
    background: 'var(--desk-green-tint)',
    hover: 'var(--desk-green-tint-hover)',
    color: 'var(--desk-green-text)',
    border: edge('transparent'),
  },
  outline: {
    background: 'var(--desk-surface)',
    hover: 'var(--desk-hover)',
    color: 'var(--desk-text)',
    border: edge('var(--desk-line)'),
  },
  subtle: {
    background: 'transparent',
    hover: 'var(--desk-hover)',
    color: 'var(--desk-text)',
    border: edge('transparent'),
  },
  danger: {
    background: 'var(--desk-crit)',
    hover: 'var(--desk-crit-hover)',
    color: 'var(--desk-on-crit)',
    border: edge('transparent'),
  },
}

export const deskTheme = createTheme({
  fontFamily: 'var(--desk-font)',
  fontFamilyMonospace: 'var(--desk-font-mono)',
  defaultRadius: 'var(--desk-radius-control)',
  respectReducedMotion: true,
  // A pressed button does not jump: rows hold still.
  activeClassName: '',
  variantColorResolver: ({ variant }) =>
    variants[variant] ?? (variants.filled as ReturnType<VariantColorsResolver>),
})
