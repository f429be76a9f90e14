import { hostBuild } from 'shared/federation/build-config.ts'
import { EAGER_SHARED_MODULES } from './src/remotes/eager-shared-modules.ts'

export default hostBuild(import.meta.dirname, EAGER_SHARED_MODULES)
