import classes from './Skeleton.module.css'

export interface SkeletonProps {
  /** CSS lengths; the full width and one line unless told. */
  width?: string | number
  height?: string | number
  circle?: boolean
  className?: string
}

/** The shape of what comes. It keeps its place from the first moment and shows only after 150 ms. */
export function Skeleton({ width = '100%', height = 14, circle = false, className = '' }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`${classes.skeleton} ${className}`}
      style={{ width, height }}
      data-circle={circle || undefined}
    />
  )
}
