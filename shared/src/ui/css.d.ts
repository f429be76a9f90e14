/** A CSS module: each class name the file declares, as the build writes it. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

/** One icon of the set, imported singly: `import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'`. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('react').ComponentType<{
    size?: number
    stroke?: number
    className?: string
    'aria-hidden'?: boolean
  }>
  export default icon
}
