declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('react').ComponentType<{
    size?: number
    stroke?: number
    className?: string
    'aria-hidden'?: boolean
  }>
  export default icon
}
