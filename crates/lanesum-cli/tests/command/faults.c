/* Lets calls of the system fail at random, in a program that is not told.
 *
 * The program calls the system by itself, not by the C library: what is put before it by
 * LD_PRELOAD sees none of that. So a seccomp filter sends each call to a handler of
 * SIGSYS, which fails it, or makes it from the one place that the filter lets through.
 *
 * FAULTS is "SEED ONE_IN CALLS": of the calls with a letter in CALLS (r read, w write,
 * s fsync, n rename, l link) one in so many fails: reads with EIO, others with EIO or
 * ENOSPC. Standard streams never do. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static uint64_t seed, one_in;
static char calls[16];
static uint64_t count;

/* Makes a call. `faults_syscall_end` is the address behind the instruction. */
long faults_syscall(long nr, long a, long b, long c, long d, long e, long f);
extern char faults_syscall_end[];

#if defined(__x86_64__)
__asm__(".globl faults_syscall\n"
        "faults_syscall:\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n  mov %r9, %r8\n  mov 8(%rsp), %r9\n"
        "  syscall\n"
        ".globl faults_syscall_end\n"
        "faults_syscall_end:\n"
        "  ret\n");
#define ARCH AUDIT_ARCH_X86_64
#define REGISTER(u, n) ((u)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9}[n]])
#define RESULT(u) ((u)->uc_mcontext.gregs[REG_RAX])
#elif defined(__aarch64__)
__asm__(".globl faults_syscall\n"
        "faults_syscall:\n"
        "  mov x8, x0\n  mov x0, x1\n  mov x1, x2\n  mov x2, x3\n  mov x3, x4\n"
        "  mov x4, x5\n  mov x5, x6\n"
        "  svc #0\n"
        ".globl faults_syscall_end\n"
        "faults_syscall_end:\n"
        "  ret\n");
#define ARCH AUDIT_ARCH_AARCH64
#define REGISTER(u, n) ((u)->uc_mcontext.regs[n])
#define RESULT(u) ((u)->uc_mcontext.regs[0])
#endif

static char letter(long nr) {
  switch (nr) {
    case SYS_read: case SYS_pread64: return 'r';
    case SYS_write: case SYS_pwrite64: return 'w';
    case SYS_fsync: return 's';
    case SYS_renameat2: return 'n';
#ifdef SYS_renameat
    case SYS_renameat: return 'n';
#endif
#ifdef SYS_rename
    case SYS_rename: return 'n';
#endif
    case SYS_linkat: return 'l';
    default: return 0;
  }
}

/* splitmix64: numbers that follow from the seed and how many came before. */
static uint64_t next_random(void) {
  uint64_t z = seed + 0x9e3779b97f4a7c15u * __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static void handle(int signal, siginfo_t *info, void *context) {
  (void)signal;
  ucontext_t *u = context;
  long nr = info->si_syscall, first = REGISTER(u, 0);
  char of = letter(nr);
  int standard = (of == 'r' || of == 'w') && first >= 0 && first <= 2;
  if (of && strchr(calls, of) && !standard) {
    uint64_t random = next_random();
    if (random % one_in == 0) {
      RESULT(u) = of == 'r' || (random >> 32) % 2 ? -EIO : -ENOSPC;
      return;
    }
  }
  RESULT(u) = faults_syscall(nr, first, REGISTER(u, 1), REGISTER(u, 2), REGISTER(u, 3), REGISTER(u, 4),
                             REGISTER(u, 5));
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* Traps a call: the statement that does is the last but one. */
#define TRAP(nr, rest) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, rest, 0)

__attribute__((constructor)) static void begin(void) {
  const char *faults = getenv("FAULTS");
  if (!faults || sscanf(faults, "%lu %lu %15s", &seed, &one_in, calls) != 3) return;
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER};
  action.sa_sigaction = handle;
  uint64_t allowed = (uint64_t)(uintptr_t)faults_syscall_end;
  struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    LOAD(instruction_pointer),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(allowed >> 32), 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    LOAD(nr),
    TRAP(SYS_read, 8), TRAP(SYS_pread64, 7), TRAP(SYS_write, 6), TRAP(SYS_pwrite64, 5),
    TRAP(SYS_fsync, 4), TRAP(SYS_renameat2, 3), TRAP(SYS_linkat, 2),
#ifdef SYS_renameat
    TRAP(SYS_renameat, 1),
#else
    TRAP(SYS_renameat2, 1),
#endif
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (sigaction(SIGSYS, &action, NULL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
    perror("faults");
    _exit(99);
  }
}
