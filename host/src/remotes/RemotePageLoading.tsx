import styles from './remote-panel.module.css'

/** Stands where a remote's page will be; shows itself only when loading takes long enough to be noticed. */
export function RemotePageLoading() {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      กำลังโหลด...
    </div>
  )
}
