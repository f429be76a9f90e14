import classes from './Spinner.module.css'

export interface SpinnerProps {
  /** Pixels; 24 unless told. */
  size?: number
  /** Spoken; `กำลังโหลด...` unless told. Empty when words stand beside it. */
  label?: string
}

export function Spinner({ size = 24, label = 'กำลังโหลด...' }: SpinnerProps) {
  return (
    <span className={classes.spinner} style={{ width: size, height: size }} role="status">
      {label ? <span className={classes.spoken}>{label}</span> : null}
    </span>
  )
}
