/** A CSS module: all class names of the file, as the build generates them. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

/** One icon of the set, imported individually: `import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'`. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('react').ComponentType<{
    size?: number
    stroke?: number
    className?: string
    'aria-hidden'?: boolean
  }>
  export default icon
}
