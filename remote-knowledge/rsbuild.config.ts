import { remoteBuild } from 'shared/federation/build-config.ts'
import remote from './remote.config.ts'

export default remoteBuild(remote, import.meta.dirname)
