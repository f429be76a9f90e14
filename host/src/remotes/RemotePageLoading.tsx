import styles from './remote-panel.module.css'

/** Loading state of a remote's page; becomes visible after a short delay. */
export function RemotePageLoading() {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      กำลังโหลด...
    </div>
  )
}
