import { createTheme, localStorageColorSchemeManager, type VariantColorsResolver } from '@mantine/core'
import { STORAGE_KEYS } from '../../contract/constants.ts'

type VariantColors = ReturnType<VariantColorsResolver>

const variantColors = (
  background: string,
  color: string,
  hover = background,
  border = 'transparent',
): VariantColors => ({
  background: `var(--desk-${background})`,
  color: `var(--desk-${color})`,
  hover: `var(--desk-${hover})`,
  border: `1px solid ${border === 'transparent' ? border : `var(--desk-${border})`}`,
})

const FILLED = variantColors('green', 'on-green', 'green-hover')

const STYLES: Record<string, VariantColors> = {
  tint: variantColors('green-tint', 'green-text', 'green-tint-hover'),
  light: variantColors('green-tint', 'green-text', 'green-tint-hover'),
  outline: variantColors('surface', 'text', 'hover', 'line'),
  default: variantColors('surface', 'text', 'hover', 'line'),
  subtle: { ...variantColors('surface', 'text', 'hover'), background: 'transparent' },
  transparent: {
    ...variantColors('surface', 'text', 'surface'),
    background: 'transparent',
    hover: 'transparent',
  },
  danger: variantColors('crit', 'on-crit', 'crit-hover'),
  new: variantColors('new-bg', 'new'),
  care: variantColors('green-tint', 'green-text'),
  closed: variantColors('fill', 'text-2'),
  vip: variantColors('vip-bg', 'vip'),
  oa: variantColors('surface', 'text-2', 'surface', 'line'),
  warn: variantColors('warn-bg', 'warn'),
  crit: variantColors('crit-bg', 'crit'),
}

/** Heights depend on the pointer type (`desk.css`): 44 px on touch screens. */
const BUTTON_SIZES: Record<string, { height: string; padding: string; text: string }> = {
  sm: { height: 'var(--desk-control-sm)', padding: '12px', text: '13px' },
  md: { height: 'var(--desk-control)', padding: '16px', text: '14px' },
  lg: { height: '44px', padding: '20px', text: '15px' },
}
const MEDIUM = { height: 'var(--desk-control)', padding: '16px', text: '14px' }

const INPUT_VARS = { '--input-height': 'var(--desk-control)', '--input-fz': 'var(--desk-field-text)' }
const inputVars = () => ({ input: INPUT_VARS, wrapper: INPUT_VARS })

/** The Mantine theme. Colors, fonts and sizes are the CSS variables of `desk-variables.ts`. */
export const deskTheme = createTheme({
  fontFamily: 'var(--desk-font)',
  fontFamilyMonospace: 'var(--desk-font-mono)',
  headings: { fontFamily: 'var(--desk-font)', fontWeight: '650' },
  defaultRadius: 'var(--desk-radius-control)',
  respectReducedMotion: true,
  // A pressed button does not move, so that rows remain still.
  activeClassName: '',
  // `variant="light"` with `color="crit"`, as in Mantine's own components, has the style of `variant="crit"`.
  variantColorResolver: ({ variant, color = '' }) =>
    (variant === 'light' ? STYLES[color] : undefined) ?? STYLES[variant] ?? FILLED,
  components: {
    Button: {
      vars: (_theme: unknown, { size = 'md' }: { size?: string }) => {
        const { height, padding, text } = BUTTON_SIZES[size] ?? MEDIUM
        return { root: { '--button-height': height, '--button-padding-x': padding, '--button-fz': text } }
      },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle' },
      vars: () => ({ root: { '--ai-size': 'var(--desk-control)' } }),
    },
    Badge: {
      defaultProps: { variant: 'closed', radius: 6, fw: 550, tt: 'none', lts: 0 },
      vars: () => ({
        root: {
          '--badge-height': '22px',
          '--badge-lh': '20px',
          '--badge-fz': '12.5px',
          '--badge-padding-x': '7px',
        },
      }),
    },
    Input: { vars: inputVars },
    InputWrapper: {
      vars: () => ({
        label: { '--input-label-size': '12.5px' },
        error: { '--input-error-size': '12.5px' },
        description: { '--input-description-size': '12.5px' },
      }),
    },
    // Lists and conversations scroll, the document never does, so a dialog has no scroll to lock.
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12, borderColor: 'var(--desk-line)' } },
    Progress: { defaultProps: { size: 8, radius: 4 } },
    Indicator: { defaultProps: { size: 10, color: 'var(--desk-green)' } },
    SegmentedControl: { defaultProps: { radius: 10, withItemsBorders: false } },
  },
})

/** Stores the color scheme. The script in the page's head reads the stored value before the first paint. */
export const deskColorScheme = localStorageColorSchemeManager({ key: STORAGE_KEYS.theme })
