import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { Loader, Skeleton as MantineSkeleton } from '@mantine/core'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './Loading.module.css'

export interface SkeletonProps {
  width?: string | number
  height?: string | number
  circle?: boolean
  className?: string
}

/** A placeholder that takes its space immediately, but becomes visible only after 150 ms. */
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

export function Spinner() {
  return (
    <span className={classes.spinner} role="status">
      <Loader size={24} className={classes.ring} />
      <VisuallyHidden>กำลังโหลด...</VisuallyHidden>
    </span>
  )
}
