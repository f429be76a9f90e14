import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { Loader, Skeleton as MantineSkeleton } from '@mantine/core'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './Loading.module.css'

export interface SkeletonProps {
  /** CSS lengths. Default: full width, one line high. */
  width?: string | number
  height?: string | number
  circle?: boolean
  className?: string
}

/** Placeholder of loading content. Takes its space immediately but becomes visible only after 150 ms. */
export function Skeleton({ width = '100%', height = 14, circle = false, className = '' }: SkeletonProps) {
  return (
    <MantineSkeleton
      aria-hidden="true"
      width={width}
      height={height}
      circle={circle}
      radius={6}
      mod={{ circle }}
      className={`${classes.skeleton} ${className}`}
    />
  )
}

export interface SpinnerProps {
  /** Size in pixels. Default: 24. */
  size?: number
  /** Accessible name. Empty when there is a visible text next to it. Default: `กำลังโหลด...`. */
  label?: string
}

export function Spinner({ size = 24, label = 'กำลังโหลด...' }: SpinnerProps) {
  return (
    <span className={classes.spinner} role="status">
      <Loader size={size} className={classes.ring} />
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </span>
  )
}
