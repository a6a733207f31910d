// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/language.h"

#include "analysis/phrases.h"

#include <array>

namespace connscope::analysis {

namespace {

// In the order of EventKind.
constexpr std::array<std::string_view, trace::kEventKindCount> kKinds {
    "创建客户端",
    "调用 close()",
    "客户端已关闭",
    "客户端被杀死",
    "客户端暂停",
    "客户端恢复",
    "应用调用",
    "应用返回",
    "开始连接",
    "已连接",
    "已认证",
    "就绪",
    "连接失败",
    "发现断开",
    "开始退避",
    "空闲到期",
    "推断出节点",
    "协议错误",
    "TCP 状态",
    "SYN 被丢弃",
    "发送 FIN",
    "收到 FIN",
    "发送 RST",
    "收到 RST",
    "已关闭",
    "请求排队",
    "请求已发送",
    "请求已收到",
    "响应已发送",
    "响应已收到",
    "请求已取消",
    "请求超时",
    "选定节点",
    "没有可用节点",
    "需要元数据",
    "元数据已更新",
    "元数据失败",
    "找到协调者",
    "失去协调者",
    "加入消费组",
    "分配分区",
    "收回分区",
    "离开消费组",
    "重置拉取位置",
    "消息已交付",
    "消息发送失败",
    "批次就绪",
    "事务状态",
    "Broker 上线",
    "Broker 下线",
    "Broker 暂停",
    "Broker 恢复",
    "Broker 变慢",
    "领导者变更",
    "协调者变更",
    "创建主题",
    "链路切断",
    "链路恢复",
    "连接条目被遗忘",
    "报文丢失",
    "消费组再均衡",
    "成员被移除",
    "操作",
    "配置变更",
    "标记",
    "运行停止",
    "丢弃事件",
    "从此完整",
    "更早的流量",
};
static_assert(!kKinds.back().empty(), "every kind has a word");

template <std::size_t N>
std::string_view at(const std::array<std::string_view, N>& words, std::size_t index)
{
    return index < N ? words[index] : std::string_view {};
}

constexpr std::array<std::string_view, kRoleCount> kRoles {"未知", "引导", "数据", "协调者", "事务"};
constexpr std::array<std::string_view, 4> kSides {"", "客户端", "Broker", "网络"};
constexpr std::array<std::string_view, 4> kClientKinds {"生产者", "消费者", "管理客户端", "其他"};

} // namespace

std::string_view kindWord(trace::EventKind kind, Language language)
{
    return language == Language::Chinese ? at(kKinds, static_cast<std::size_t>(kind)) : trace::kindName(kind);
}

std::string_view ruleName(trace::RuleId rule, Language language)
{
    return language == Language::Chinese ? chineseRule(rule).name : trace::ruleName(rule);
}

std::string_view ruleSentence(trace::RuleId rule, Language language)
{
    return language == Language::Chinese ? chineseRule(rule).sentence : trace::rule(rule).sentence;
}

std::string_view roleWord(Role role, Language language)
{
    return language == Language::Chinese ? at(kRoles, static_cast<std::size_t>(role)) : trace::roleName(role);
}

std::string_view sideWord(trace::Side side, Language language)
{
    return language == Language::Chinese ? at(kSides, static_cast<std::size_t>(side)) : trace::sideName(side);
}

std::string_view clientKindWord(trace::ClientKind kind, Language language)
{
    return language == Language::Chinese ? at(kClientKinds, static_cast<std::size_t>(kind))
                                         : trace::clientKindName(kind);
}

} // namespace connscope::analysis
